/** Parameters of policies: objects of a kind that bindings select (KEP-3488, "Parameterization"). */

import type { ParamKind, ParamRef } from '../../../generated/types/admissionregistration/v1.ts';
import { parseWhole } from '../../codec/item-form.ts';
import { BoundedMap } from '../../model/bounded-map.ts';
import type { JsonObject } from '../../model/catalog.ts';
import { anyToCel } from '../../schema/cel/expression.ts';
import { selectorOfObject } from '../../select/selector-object.ts';
import type { CachedObject, WatchCache } from '../../watch/contract.ts';
import type { AdmissionContext, AdmissionRequest, ServedKind, ServedNow } from '../contract.ts';
import type { Binding, Policy } from './policy.ts';
import { settled, type Work } from './work.ts';

/** Error in a configuration, because of which a policy cannot be evaluated. */
export class ConfigurationFault extends Error {
	override readonly name = 'ConfigurationFault';
}

export interface Param {
	/** Namespace and name. Empty for no object. */
	readonly key: string;
	/** CEL value. */
	readonly value: unknown;
}

/** Maximum number of converted values that are kept. Policies rarely have more parameters. Others are converted again. */
const mostKept = 1_000;

/** Evaluation without parameters. */
const none: readonly Param[] = [{ key: '', value: undefined }];

export class Params {
	readonly #serving: () => ServedNow;
	readonly #cache: WatchCache;
	readonly #conversions: AdmissionContext['conversions'];
	/** Kinds by apiVersion and kind, in one snapshot. */
	#kinds: { readonly of: ServedNow; readonly found: Map<string, ServedKind | undefined> } | undefined;
	/** Values by version, storage name and key, with the state that they were read from. */
	readonly #values = new BoundedMap<string, { readonly of: CachedObject; readonly resource: ServedKind; readonly value: unknown }>(mostKept);

	constructor({ serving, cache, conversions }: Pick<AdmissionContext, 'serving' | 'cache' | 'conversions'>) {
		this.#conversions = conversions;
		this.#serving = serving;
		this.#cache = cache;
	}

	/** Throws ConfigurationFault when the kind of a policy's parameters is not served. */
	check({ paramKind }: Policy): void {
		if (paramKind === undefined || this.#kind(paramKind) !== undefined) return;
		const { apiVersion = '', kind = '' } = paramKind;
		const group = apiVersion.includes('/') ? apiVersion : `/${apiVersion}`;
		throw new ConfigurationFault(`failed to find resource referenced by paramKind: '${group}, Kind=${kind}'`);
	}

	/**
	 * Returns the parameters of a binding. The policy is evaluated once for each, and not at all when there are none. Throws
	 * ConfigurationFault.
	 */
	*of({ paramKind }: Policy, { paramRef }: Binding, request: AdmissionRequest): Work<readonly Param[]> {
		if (paramKind === undefined || paramRef === undefined) return none;
		const resource = this.#kind(paramKind);
		if (resource === undefined) throw new ConfigurationFault(`paramKind kind \`${kindText(paramKind)}\` not known`);
		const namespace = namespaceOf(resource, paramRef, request);
		const found = paramRef.name ? yield* this.#named(resource, namespace, paramRef.name, request) : this.#selected(resource, namespace, paramRef);
		if (found.length === 0 && paramRef.parameterNotFoundAction === 'Deny')
			throw new ConfigurationFault('no params found for policy binding with `Deny` parameterNotFoundAction');
		const params: Param[] = [];
		for (const object of found) params.push({ key: `${object.namespace}/${object.name}`, value: yield* this.#value(object, resource, request) });
		return params;
	}

	*#named({ kind }: ServedKind, namespace: string, name: string, { signal }: AdmissionRequest): Work<readonly CachedObject[]> {
		const known = this.#cache.get(kind.storageName, namespace, name);
		if (known !== undefined) return [known];
		const caughtUp = this.#cache.consistent({ signal: signal() });
		if (caughtUp !== undefined) yield caughtUp;
		const late = this.#cache.get(kind.storageName, namespace, name);
		return late === undefined ? [] : [late];
	}

	#selected({ kind }: ServedKind, namespace: string, { selector }: ParamRef): readonly CachedObject[] {
		const { matches } = selectorOfObject((selector ?? {}) as Parameters<typeof selectorOfObject>[0]);
		return [...this.#cache.list(kind.storageName, namespace)].filter(matches);
	}

	#kind({ apiVersion = '', kind = '' }: ParamKind): ServedKind | undefined {
		const of = this.#serving();
		if (this.#kinds?.of !== of) this.#kinds = { of, found: new Map() };
		const { found } = this.#kinds;
		const key = `${apiVersion} ${kind}`;
		if (!found.has(key)) found.set(key, servedKind(of, apiVersion, kind));
		return found.get(key);
	}

	*#value(object: CachedObject, resource: ServedKind, request: AdmissionRequest): Work<unknown> {
		const key = `${resource.apiVersion} ${resource.kind.storageName} ${object.namespace}/${object.name}`;
		const known = this.#values.get(key);
		if (known?.of === object && known.resource === resource) return known.value;
		const stored = parseWhole(object);
		const isRemote = resource.kind.conversionWebhook !== undefined && stored.apiVersion !== resource.apiVersion;
		const value = anyToCel(isRemote ? yield* this.#converted(stored, resource, request) : resource.fromStorage(stored));
		this.#values.set(key, { of: object, resource, value });
		return value;
	}

	/** Converts a parameter by the webhook of its kind. */
	*#converted(stored: JsonObject, { kind, apiVersion }: ServedKind, request: AdmissionRequest): Work<JsonObject> {
		const [converted = stored] = yield* settled(this.#conversions.convert(kind, [stored], apiVersion, request.signal()));
		return converted;
	}
}

function servedKind(serving: ServedNow, apiVersion: string, kind: string): ServedKind | undefined {
	const slash = apiVersion.indexOf('/');
	const [group, version] = slash < 0 ? ['', apiVersion] : [apiVersion.slice(0, slash), apiVersion.slice(slash + 1)];
	const isIt = (of: { readonly group: string; readonly version: string }): boolean => of.group === group && of.version === version;
	const found = serving.catalog.kinds.find((each) => each.kind === kind && each.stored !== false && each.versions.some(isIt));
	return found && serving.resource(group, version, found.plural);
}

function namespaceOf({ kind }: ServedKind, { namespace = '' }: ParamRef, request: AdmissionRequest): string {
	if (kind.scope !== 'Namespaced') {
		if (namespace !== '') throw new ConfigurationFault('paramRef.namespace must not be provided for a cluster-scoped `paramKind`');
		return '';
	}
	// A Namespace counts as inside itself.
	const within = request.resource === 'namespaces' && request.group === '' ? request.name : request.namespace;
	const found = namespace || within;
	if (found === '') throw new ConfigurationFault('cannot use namespaced paramRef in policy binding that matches cluster-scoped resources');
	return found;
}

function kindText({ apiVersion = '', kind = '' }: ParamKind): string {
	return `&ParamKind{APIVersion:${apiVersion},Kind:${kind},}`;
}
