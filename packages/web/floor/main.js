// The least that a page on the same libraries can be: what they cost by themselves, one heading on top.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import "./floor.css";

const router = createBrowserRouter([{ path: "*", element: createElement("h1", null, "Sign in") }]);
const page = createElement(RouterProvider, { router });
createRoot(document.getElementById("root")).render(
  createElement(QueryClientProvider, { client: new QueryClient() }, page),
);
