import { Navigate } from "react-router-dom";

/**
 * Redirects a page to one of its tabs without a step in the history. A loader cannot: a redirect adds a step
 * when the address is opened directly. A replacement removes the previous page when it is not.
 */
export const toTab = (path: string) => () => <Navigate to={path} replace />;
