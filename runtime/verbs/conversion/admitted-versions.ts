/**
 * Objects under admission in other versions of a kind with a conversion webhook. Plugins read them synchronously, so they are converted
 * before: `prepare` never rejects, and a failed conversion is thrown when the object is read.
 */
import type { JsonObject } from '../../model/catalog.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { WriteScope } from '../write/scope.ts';
import { convertTo } from './convert.ts';

/** The object to write and the stored one; a create has only the first, a delete only the second. */
export interface AdmittedObjects {
	readonly object: JsonObject | undefined;
	readonly old: JsonObject | undefined;
}

export class AdmittedVersions {
	readonly #scope: WriteScope;
	readonly #shown = new Map<string, AdmittedObjects | { readonly error: unknown }>();

	constructor(scope: WriteScope) {
		this.#scope = scope;
	}

	async prepare(resource: ServedResource, { object, old }: AdmittedObjects): Promise<void> {
		const { context, caller } = this.#scope;
		const objects = [object, old].filter((each) => each !== undefined);
		try {
			const converted = (await convertTo(context, resource, objects, caller.signal)).values();
			const shown = (each: JsonObject | undefined): JsonObject | undefined => (each === undefined ? undefined : converted.next().value);
			this.#shown.set(resource.apiVersion, { object: shown(object), old: shown(old) });
		} catch (error) {
			this.#shown.set(resource.apiVersion, { error });
		}
	}

	/** Throws the error of the conversion. */
	shown({ apiVersion, kind }: ServedResource): AdmittedObjects {
		const shown = this.#shown.get(apiVersion);
		if (shown === undefined) throw new Error(`${kind.plural} are not prepared in ${apiVersion}`);
		if ('error' in shown) throw shown.error;
		return shown;
	}

	/** Converts an object that a plugin has written back to the version of the request. Rejects with ApiError. */
	async back(object: JsonObject): Promise<JsonObject> {
		const { context, caller, resource } = this.#scope;
		const [converted = object] = await convertTo(context, resource, [object], caller.signal);
		resource.schema.applyDefaults(converted);
		return converted;
	}
}
