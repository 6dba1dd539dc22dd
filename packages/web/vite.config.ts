import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { collapseFacades } from "./vite/collapse-facades.ts";
import { leanIcons } from "./vite/lean-icons.ts";
import { leanRouter } from "./vite/lean-router.ts";
import { preloadMain } from "./vite/preload-main.ts";
import { withoutCookies } from "./vite/without-cookies.ts";

// light-dark() is not transpiled: these are the first versions that support it and AbortSignal.any (2024).
const browsers = ["chrome123", "edge123", "firefox124", "safari17.5"];

/** The frame of every page behind the sign-in, and what the list and the overview share. */
const firstCode = new RegExp(
  `/(${[
    "layout/frame/(AppLayout|PageHeading)",
    "api/(fleet/use-deployments|people/organizations)",
    "lib/(list/totals|words/(shard-figures|count|deployment-key)|address/only-for-another-page|loading/in-slices)",
    "filter/(address|compile|facts)",
    "sources/SourceBadge",
    "ui/(form/RefreshButton|memory/MemoryBar|text/(StatusBadge|Figure)|state/Skeleton|section/Section)",
  ].join("|")})\\.tsx?$|/react-query/.*/useQuery\\.js$`,
);

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), withoutCookies, preloadMain, collapseFacades, leanIcons, leanRouter],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    cssCodeSplit: false,
    // As data in a script, an image could not be the target of a <use>.
    assetsInlineLimit: 0,
    modulePreload: {
      // Every browser above has it.
      polyfill: false,
      // Each file lists what its imports need. What every page has is left out.
      resolveDependencies: (_file, files) =>
        files.filter((file) => !/\/(libraries|rolldown-runtime|start|boot)-/.test(file)),
    },
    rolldownOptions: {
      // The contract's schemas run only in the API. Marked as pure, unused schemas are removed, and zod with
      // them.
      treeshake: { manualPureFunctions: ["z"] },
      output: {
        // The first scripts name a hundred files, so each digit of a hash costs a tenth of a kilobyte.
        chunkFileNames: "assets/[name]-[hash:7].js",
        // Every page needs three files: the first script, the libraries, which change rarely, and the
        // application. A fourth has what every page behind the sign-in needs, a fifth the list of deployments.
        // As thirty small files they loaded a second later.
        codeSplitting: {
          groups: [
            { name: "boot", tags: ["$initial"], priority: 3 },
            {
              name: "libraries",
              test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//,
              priority: 2,
            },
            {
              name: "start",
              test: /\/(main\.tsx|lib\/(browser\/(use-idle|use-media)|loading\/(lazy-module|optional-part))\.ts|ui\/(text\/TextLink|state\/Problem)\.tsx)$/,
              priority: 2,
            },
            { name: "app", test: firstCode, priority: 1 },
            { name: "list", test: /\/pages\/deployments\/DeploymentsPage\.tsx$/ },
            // The sign-in, with the forms that other pages share.
            { name: "public", test: /\/pages\/login\/LoginPage\.tsx$/ },
            // What only small windows show. The first script asks for it there, beside the application.
            { name: "phone", test: /\/(CardList|SmallBar)\.tsx$/ },
            // What several later parts share. As files of a few hundred bytes each cost a request.
            {
              name: "filters",
              test: /\/(ui\/(form\/(DayField|filter-control)|state\/ProgressLine)|filter\/OwnOrganizationSelect|lib\/time\/local-days)\.tsx?$/,
            },
            {
              name: "small",
              test: /\/lib\/(address\/(current-query|next-cursor)|browser\/copy-id|words\/(database-name|support-tones))\.ts$/,
            },
            // Who may change a source, for all its pages.
            {
              name: "rights",
              test: /\/(source\/rights\.ts|session\/source-rights\.ts|ui\/text\/ManagedBadge\.tsx)$/,
            },
            // The marks and counts of every page. The two pages of incidents share the rest.
            { name: "marks", test: /\/web\/src\/(incidents\/|api\/incidents\/incidents\.ts)/ },
            { name: "incidents", test: /\/web\/src\/pages\/incidents\/(?!NoteDialog)/ },
            { name: "notices", test: /\/ui\/state\/(ErrorState|Notice|EmptyState|StaleNotice)\.tsx$/ },
            { name: "icons", test: /node_modules\/lucide-react\// },
            {
              name: "api",
              test: /\/web\/src\/(api\/|lib\/(words\/(person-name|by-name)|browser\/copy-text)\.ts)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  server: { host: "localhost", port: Number(process.env["WEB_PORT"] ?? 5173), strictPort: true },
});
