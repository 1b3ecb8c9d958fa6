/** One object and its writers: a minimal version of the server code around the engine. */
import { ApiError } from '../../runtime/api/errors.ts';
import { apply } from '../../runtime/apply/apply.ts';
import { ManagerEntry } from '../../runtime/apply/managers.ts';
import { MergeSchemas } from '../../runtime/apply/objects/merge-schema.ts';
import { emptySet, type FieldSet, pathTexts } from '../../runtime/apply/sets/field-set.ts';
import { update } from '../../runtime/apply/update.ts';
import type { ObjectVersion, Versions } from '../../runtime/apply/versions.ts';
import type { Catalog, JsonObject, JsonValue } from '../../runtime/model/catalog.ts';
import { things } from './types.ts';

export const annotation = 'kubectl.orch.io/last-applied-configuration';

export interface Options {
	readonly force?: boolean;
	readonly subresource?: string;
	readonly apiVersion?: string;
}

interface WorldOptions {
	readonly catalog?: Pick<Catalog, 'type'>;
	/** Reset fields by subresource. */
	readonly reset?: Readonly<Record<string, FieldSet>>;
	readonly empty?: JsonObject;
	readonly served?: readonly string[];
}

/** Converts an object: `t/v2` renames `spec.name` to `spec.title` and has few other fields. */
function convert(object: JsonObject, apiVersion: string): JsonObject {
	if (object.apiVersion === apiVersion) return object;
	const spec = object.spec as JsonObject | undefined;
	const [from, to] = apiVersion === 't/v2' ? ['name', 'title'] : ['title', 'name'];
	const converted = spec && Object.fromEntries(Object.entries(spec).map(([name, value]) => [name === from ? to : name, value]));
	return { ...object, apiVersion, ...(converted && { spec: converted }) };
}

export class World {
	live: JsonObject | undefined;
	/** Error of the last step, if it was refused. */
	refusal: ApiError | undefined;
	seconds = 0;
	readonly #schemas: MergeSchemas;
	readonly #options: WorldOptions;

	constructor(options: WorldOptions = {}) {
		this.#options = options;
		this.#schemas = new MergeSchemas(options.catalog ?? things);
	}

	versions(subresource = ''): Versions {
		const { served = ['t/v1', 't/v2'], reset = {}, empty = {} } = this.#options;
		return {
			of: (apiVersion): ObjectVersion | undefined =>
				served.includes(apiVersion) ? { type: this.#schemas.object(`${apiVersion}.Thing`), reset: reset[subresource] ?? emptySet, empty } : undefined,
			convert,
		};
	}

	/** Replaces the object with this one, or with the result of a function. */
	update(manager: string, next: JsonObject | ((object: JsonObject) => JsonObject), { subresource = '', apiVersion = 't/v1' }: Options = {}): void {
		this.refusal = undefined;
		const live = this.live && convert(this.live, apiVersion);
		const object = typeof next === 'function' ? next(structuredClone(live ?? {})) : this.#whole(next, apiVersion);
		const managedFields = update(this.versions(subresource), { live, next: object, manager, apiVersion, subresource, now: this.#now() });
		this.live = convert(withManagers(object, managedFields), 't/v1');
	}

	apply(manager: string, applied: JsonObject, { force = false, subresource = '', apiVersion = 't/v1' }: Options = {}): void {
		this.refusal = undefined;
		const live = this.live && convert(this.live, apiVersion);
		try {
			const request = {
				live,
				applied: this.#whole(applied, apiVersion),
				manager,
				force,
				apiVersion,
				kind: 'Thing',
				subresource,
				now: this.#now(),
				lastAppliedAnnotation: annotation,
			};
			this.live = convert(apply(this.versions(subresource), request), 't/v1');
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			this.refusal = error;
		}
	}

	get managedFields(): JsonObject[] {
		return ((this.live?.metadata as JsonObject | undefined)?.managedFields ?? []) as JsonObject[];
	}

	/** Owned paths by manager. */
	get owners(): Record<string, string[]> {
		return Object.fromEntries(
			this.managedFields.map((value, at) => {
				const entry = ManagerEntry.stored(value as JsonValue, at);
				const { name, operation, apiVersion, subresource } = entry.manager;
				const type = this.versions().of(apiVersion)?.type ?? this.#schemas.object('t/v1.Thing');
				return [
					[name, operation, ...(apiVersion === 't/v1' ? [] : [apiVersion]), ...(subresource === '' ? [] : [subresource])].join(' '),
					pathTexts(entry.set(type)),
				];
			}),
		);
	}

	/** The object without server-set fields. */
	get object(): JsonObject {
		const { apiVersion: _, kind: __, metadata, ...rest } = this.live ?? {};
		const { managedFields: ___, name: ____, ...others } = (metadata ?? {}) as JsonObject;
		return Object.keys(others).length === 0 ? rest : { metadata: others, ...rest };
	}

	get annotations(): JsonObject {
		const { annotations } = (this.live?.metadata ?? {}) as JsonObject;
		return (annotations ?? {}) as JsonObject;
	}

	#whole(object: JsonObject, apiVersion: string): JsonObject {
		return { apiVersion, kind: 'Thing', ...object, metadata: { name: 'thing', ...(object.metadata as JsonObject | undefined) } };
	}

	#now(): string {
		return new Date(++this.seconds * 1_000).toISOString().replace('.000', '');
	}
}

function withManagers(object: JsonObject, managedFields: readonly JsonObject[] | undefined): JsonObject {
	const { managedFields: _, ...metadata } = object.metadata as JsonObject;
	return { ...object, metadata: { ...metadata, ...(managedFields && { managedFields: managedFields as JsonValue[] }) } };
}
