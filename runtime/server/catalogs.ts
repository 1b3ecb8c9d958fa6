/** Catalogs that result from the flags: all of the emulated release, and the part of it that is served. */
import type { Catalog } from '../model/catalog.ts';
import { checkRelease, gatesAt, gateWarnings, narrow, productAt } from '../schema/emulated-catalog.ts';
import { servedCatalog, silentlyOff, withoutEffect } from '../serving/runtime-config.ts';
import { checkShowHidden } from '../telemetry/lifecycle.ts';
import type { ServerOptions } from './flags/read.ts';
import type { Generated } from './generated.ts';

export interface Catalogs {
	/** Catalog of the emulated release. */
	readonly all: Catalog;
	/** The same catalog without the parts that `--runtime-config` turns off. */
	readonly shown: Catalog;
}

/** Returns the catalogs. Throws an Error with one sentence that names the flag. */
export function readCatalogs(options: ServerOptions, { catalog }: Generated): Catalogs {
	const { emulatedVersion, emulatedProductVersion, featureGates, runtimeConfig, showHiddenMetrics } = options;
	const release = emulatedVersion ?? catalog.release;
	naming('--emulated-version', '', () => checkRelease(catalog, release));
	const product = emulatedProductVersion ?? catalog.product?.release;
	const calendar = naming('--emulated-product-version', '', () => productAt(catalog, product));
	const asked = { gates: catalog.gates, release, ...calendar };
	naming('--feature-gates', ` (--emulated-version ${release} --help lists the gates that can be set)`, () => gatesAt(asked, featureGates));
	checkShowHidden(showHiddenMetrics, release);
	const all = narrow(catalog, release, featureGates, product);
	return { all, shown: servedCatalog(all, catalog, runtimeConfig) };
}

function naming<T>(flag: string, hint: string, check: () => T): T {
	try {
		return check();
	} catch (error) {
		throw new Error(`${flag}: ${(error as Error).message}${hint}`, { cause: error });
	}
}

/** Returns warnings about flags that are valid but have a surprising effect, a sentence each. */
export function switchWarnings({ featureGates, runtimeConfig }: ServerOptions, { catalog }: Generated, { all }: Catalogs): readonly string[] {
	return [...gateWarnings(all, featureGates), ...withoutEffect(all, catalog, runtimeConfig), ...silentlyOff(all, runtimeConfig)];
}
