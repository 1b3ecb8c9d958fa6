/** What the flags leave of the catalog: the release emulated, and of that what is served. */
import type { Catalog } from '../model/catalog.ts';
import { gateWarnings, narrow } from '../schema/release.ts';
import { servedCatalog, withoutEffect } from '../serving/runtime-config.ts';
import type { ServerOptions } from './flags/read.ts';
import type { Generated } from './generated.ts';

export interface Catalogs {
	/** Of the release emulated. */
	readonly all: Catalog;
	/** Without what `--runtime-config` switches off. */
	readonly shown: Catalog;
}

/** Throws an Error with one sentence that names the flag. */
export function readCatalogs({ emulatedVersion, featureGates, runtimeConfig }: ServerOptions, { catalog }: Generated): Catalogs {
	const all = narrow(catalog, emulatedVersion ?? catalog.release, featureGates);
	return { all, shown: servedCatalog(all, catalog, runtimeConfig) };
}

/** What the user should know of switches that are right, and yet not what they seem: a sentence each. */
export function switchWarnings({ featureGates, runtimeConfig }: ServerOptions, { catalog }: Generated, { all }: Catalogs): readonly string[] {
	return [...gateWarnings(all.gates, all.release, featureGates), ...withoutEffect(all, catalog, runtimeConfig)];
}
