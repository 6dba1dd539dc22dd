// The first screen after signing in, as one chunk: the frame and the list.
export * as AppLayout from "./layout/AppLayout.tsx";
export * as DeploymentsPage from "./pages/deployments/DeploymentsPage.tsx";
