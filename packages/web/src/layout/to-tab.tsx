import { Navigate } from "react-router-dom";

/**
 * A page that leads on to one of its tabs and leaves no step in the history. A loader could not do both: its
 * redirect leaves a step when the address is opened directly, and its replacement takes away the page before when it
 * is not.
 */
export const toTab = (path: string) => () => <Navigate to={path} replace />;
