import type { AppType } from "@shardwatch/functions/api/app";
import type { ExtractSchema } from "hono/types";

/** Every route as the API declares it, as the types of Hono's client have it. */
type Routes = ExtractSchema<AppType>;
type Method = "get" | "post" | "put" | "patch" | "delete";
type RouteOf<M extends Method, Path extends PathWith<M>> = Routes[Path][`$${M}` & keyof Routes[Path]];
type InputOf<Route> = Route extends { input: infer Given } ? Given : never;
type BodyOf<Route> = Route extends { status: 200 | 201; output: infer Output } ? Output : never;

/** The paths that have this method. */
export type PathWith<M extends Method> = {
  [Path in keyof Routes]: `$${M}` extends keyof Routes[Path] ? Path : never;
}[keyof Routes];

/** The parameters and the body of a request. */
export type Asked<M extends Method, Path extends PathWith<M>> = InputOf<RouteOf<M, Path>>;

/** The JSON of a successful answer; never where it has none. */
export type Answered<M extends Method, Path extends PathWith<M>> = BodyOf<RouteOf<M, Path>>;
