import { useEffect, useState } from "react";
import { loadCountries } from "../../provider/sign-up.ts";
import type { Country } from "../../provider/sign-up-payload.ts";

/** Undefined while they load. */
type Countries = Country[] | "failed" | undefined;

function load(show: (countries: Countries) => void): void {
  loadCountries().then(show, (error: unknown) => {
    console.error("Couldn't load the countries", error);
    show("failed");
  });
}

/** The countries to choose from, loaded when the page opens, with a retry. */
export function useCountries() {
  const [countries, show] = useState<Countries>();
  useEffect(() => load(show), []);

  function retry() {
    show(undefined);
    load(show);
  }
  return { countries, retry };
}
