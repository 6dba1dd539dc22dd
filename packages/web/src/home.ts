// What stands behind the sign-in first: the frame and the list, as one piece of code.
export * as AppLayout from "./layout/AppLayout.tsx";
export * as DeploymentsPage from "./pages/deployments/DeploymentsPage.tsx";
