import { KindCards } from "./KindCards.tsx";

/** The ways to a first deployment, below the words of an empty page. */
export function SetupCards() {
  return (
    <div className="mx-auto w-full px-4 pb-12" style={{ maxWidth: "64rem" }}>
      <KindCards />
    </div>
  );
}
