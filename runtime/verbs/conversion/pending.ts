/**
 * Conversions inside synchronous code, such as the computation of field owners: each manager names fields in its own version. The code is
 * pure, so it runs again after each conversion that it lacked.
 */
import type { ObjectVersion, Versions } from '../../apply/versions.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { stringifyJson } from '../../wire/json/json.ts';
import type { WriteScope } from '../write/scope.ts';
import { convertTo } from './convert.ts';

/** Thrown by `KnownConversions`, and caught here. */
class Unconverted extends Error {
	override readonly name = 'Unconverted';
	readonly object: JsonObject;
	readonly apiVersion: string;
	readonly key: string;

	constructor(object: JsonObject, apiVersion: string, key: string) {
		super(`an object is not converted to ${apiVersion} yet`);
		this.object = object;
		this.apiVersion = apiVersion;
		this.key = key;
	}
}

class KnownConversions implements Versions {
	readonly #versions: Versions;
	readonly #known: ReadonlyMap<string, JsonObject>;

	constructor(versions: Versions, known: ReadonlyMap<string, JsonObject>) {
		this.#versions = versions;
		this.#known = known;
	}

	of(apiVersion: string): ObjectVersion | undefined {
		return this.#versions.of(apiVersion);
	}

	convert(object: JsonObject, apiVersion: string): JsonObject {
		if (object.apiVersion === apiVersion) return object;
		const key = `${apiVersion} ${stringifyJson(object)}`;
		const known = this.#known.get(key);
		if (known === undefined) throw new Unconverted(object, apiVersion, key);
		return known;
	}
}

/** Conversions of one computation for each version of the kind: objects before and after the write, and intermediate ones of an apply. */
const mostPerVersion = 8;

/** Runs `work`. Returns no promise for kinds without a conversion webhook. Rejects with ApiError when a conversion fails. */
export function inVersions<T>(scope: WriteScope, versions: Versions, work: (versions: Versions) => T): T | Promise<T> {
	return scope.resource.kind.conversionWebhook === undefined ? work(versions) : repeated(scope, versions, work);
}

async function repeated<T>(scope: WriteScope, versions: Versions, work: (versions: Versions) => T): Promise<T> {
	const { resource, context, caller, warnings } = scope;
	const known = new Map<string, JsonObject>();
	const warned = warnings.length;
	for (let left = mostPerVersion * resource.kind.versions.length; ; left--) {
		try {
			return work(new KnownConversions(versions, known));
		} catch (error) {
			if (!(error instanceof Unconverted) || left === 0) throw error;
			warnings.length = warned;
			const version = resource.kind.versions.find((each) => `${each.group}/${each.version}` === error.apiVersion);
			const target = version && context.resource(version.group, version.version, resource.kind.plural);
			if (target === undefined) throw new Error(`${resource.kind.plural} are not served in ${error.apiVersion}`);
			const [converted] = await convertTo(context, target, [error.object], caller.signal);
			known.set(error.key, converted as JsonObject);
		}
	}
}
