/** The server's verdict on the creation of an object, by one catalog. Hooks and admission are not asked. */
import { apiVersionOf, groupVersionOf } from '../../../runtime/model/api-version.ts';
import type { Catalog, JsonObject, KindDescriptor } from '../../../runtime/model/catalog.ts';
import { type Cause, mostCauses } from '../../../runtime/model/cause.ts';
import { copy } from '../../../runtime/model/equal.ts';
import { MalformedError } from '../../../runtime/model/malformed.ts';
import { compile } from '../../../runtime/schema/compile.ts';
import { causeInVersion } from '../../../runtime/schema/conversion/version-causes.ts';
import { narrow } from '../../../runtime/schema/emulated-catalog.ts';
import type { ServedResource } from '../../../runtime/serving/resource.ts';
import { Resources } from '../../../runtime/serving/resources.ts';

export class CreationJudge {
	readonly catalog: Catalog;
	readonly #resources: Resources;

	constructor(catalog: Catalog) {
		this.catalog = narrow(catalog, catalog.release);
		this.#resources = new Resources(this.catalog, compile(this.catalog), {});
	}

	kind(storageName: string): KindDescriptor | undefined {
		return this.catalog.kinds.find((kind) => kind.storageName === storageName);
	}

	/** Returns the version as it is served; undefined when it is not served, or when a hook converts it. */
	served(kind: KindDescriptor, apiVersion: string): ServedResource | undefined {
		if (kind.versions.find((version) => apiVersionOf(version) === apiVersion)?.conversion === 'hook') return undefined;
		const { group, version } = groupVersionOf(apiVersion);
		return this.#resources.resource(group, version, kind.plural);
	}
}

/** Returns the causes of a refusal, with the field names of the version; empty when the object can be created. Does not change the object. */
export function causesOfCreation(resource: ServedResource, object: JsonObject): readonly Cause[] {
	const { schema, storageSchema, rules, servesStoredBytes } = resource;
	try {
		const sent = schema.read(copy(object) as JsonObject, { notices: [] });
		schema.applyDefaults(sent);
		const stored = resource.toStorage(sent);
		if (!servesStoredBytes) storageSchema.applyDefaults(stored);
		const ofStorage = rules === 'sent' ? [] : storageSchema.validate(stored, undefined, { most: mostCauses });
		const inVersion = ofStorage.map((cause) => causeInVersion(cause, resource));
		if (rules === 'storage') return inVersion;
		const shown = resource.fromStorage(stored);
		schema.applyDefaults(shown);
		return [...inVersion, ...schema.validate(shown, undefined, { most: mostCauses })];
	} catch (error) {
		if (!(error instanceof MalformedError)) throw error;
		return [{ reason: 'FieldValueTypeInvalid', message: error.message }];
	}
}
