/**
 * A serving snapshot: catalog, compiled schemas, endpoint table and options as one immutable value. It is replaced as a whole
 * (`snapshots.ts`); each request uses the snapshot with which it began.
 */
import type { ProxyAnswer } from '../api/endpoint-hooks.ts';
import type { AnswerHooks, GroupHooks, ServedHooks } from '../api/hooks.ts';
import type { RequestInfo } from '../api/request.ts';
import { OptionsReaders } from '../codec/options.ts';
import type { Catalog } from '../model/catalog.ts';
import { type Endpoint, type EndpointHandler, endpointsOf } from '../model/endpoint.ts';
import { PatchSchemas } from '../patch/patch-schema.ts';
import { compile } from '../schema/compile.ts';
import type { CompiledSchemas } from '../schema/compiled.ts';
import { Resources, type ServedResources } from './resources.ts';

export interface Serving extends ServedResources {
	/** Parts from which it was made; a successor changes some of them. */
	readonly parts: ServingParts;
	/** Catalog narrowed to the emulated release. */
	readonly catalog: Catalog;
	/** Catalog without what `--runtime-config` turns off: what URLs and documents have. */
	readonly shown: Catalog;
	readonly schemas: CompiledSchemas;
	/** Decoders of query parameters, by options type. */
	readonly options: OptionsReaders;
	/** Patch strategies of types. */
	readonly patchSchemas: PatchSchemas;
	/** Returns the endpoint, or undefined where none is served. */
	endpoint(info: ResourceInfo): Endpoint | undefined;
	/** Subresources of namespaces. Other names after a namespace in a URL are resources. */
	readonly ofNamespaces: ReadonlySet<string>;
	/** Hooks of proxied groups, by group. */
	readonly proxies: ReadonlyMap<string, ProxyAnswer>;
}

type ResourceInfo = Extract<RequestInfo, { readonly isResource: true }>;

export interface ServingParts {
	readonly catalog: Catalog;
	readonly shown: Catalog;
	/** Types of all releases, because query parameters are accepted before the release that documents them. */
	readonly types: Pick<Catalog, 'type'>;
	/** Hooks by storage name. */
	readonly hooks: Readonly<Record<string, ServedHooks>>;
	/** Hooks by group. */
	readonly groupHooks: Readonly<Record<string, GroupHooks>>;
}

/** Makes a snapshot, reusing unchanged compiled parts of `previous`. Throws an Error that names an endpoint without a handler. */
export function makeServing(parts: ServingParts, previous?: Serving): Serving {
	const { catalog, shown, types, hooks, groupHooks } = parts;
	checkAnswered(parts);
	const schemas = compile(catalog, previous?.schemas);
	const resources = new Resources(catalog, schemas, hooks, previous);
	const paths = shown === catalog ? undefined : pathsOf(shown);
	const resource: Serving['resource'] = (group, version, plural) =>
		paths === undefined || paths.has(`${group}/${version}/${plural}`) ? resources.resource(group, version, plural) : undefined;
	return {
		parts,
		catalog,
		shown,
		schemas,
		patchSchemas: new PatchSchemas(catalog),
		options: new OptionsReaders((name) => types.type(name)),
		resource,
		stored: (storageName) => resources.stored(storageName),
		storedKind: (storageName) => resources.storedKind(storageName),
		made: () => resources.made(),
		edition: resources.edition,
		endpoint: ({ group, version, resource: plural, subresource }) => resource(group, version, plural)?.endpoints.get(subresource),
		ofNamespaces: subresourcesOfNamespaces(catalog),
		proxies: new Map(catalog.groups.flatMap(({ group, proxied }) => (proxied && groupHooks[group] ? [[group, groupHooks[group].proxy]] : []))),
	};
}

function pathsOf({ kinds }: Catalog): ReadonlySet<string> {
	return new Set(kinds.flatMap(({ plural, versions }) => versions.map(({ group, version }) => `${group}/${version}/${plural}`)));
}

function subresourcesOfNamespaces({ kinds }: Catalog): ReadonlySet<string> {
	const kind = kinds.find(({ storageName }) => storageName === 'namespaces');
	const [version] = kind?.versions ?? [];
	return new Set(
		kind === undefined || version === undefined
			? []
			: endpointsOf(kind, version)
					.map(({ subresource }) => subresource)
					.filter(Boolean),
	);
}

/** Hooks that each of these handlers needs. */
const answeredBy: Readonly<Partial<Record<EndpointHandler, keyof AnswerHooks>>> = { computed: 'computes', observed: 'observes', connect: 'connects' };

/** Checks that every endpoint has the hook that it needs; otherwise clients would find it in discovery, and requests would fail. */
function checkAnswered({ catalog, hooks, groupHooks }: ServingParts): void {
	for (const kind of catalog.kinds) {
		if (kind.stored !== false && kind.subresources.other === undefined) continue;
		const answers = hooks[kind.storageName] ?? {};
		for (const { handler, subresource } of kind.versions.slice(0, 1).flatMap((version) => endpointsOf(kind, version))) {
			const where = answeredBy[handler];
			if (where === undefined || Object.hasOwn(answers[where] ?? {}, subresource)) continue;
			const name = subresource === '' ? kind.plural : `${kind.plural}/${subresource}`;
			throw new Error(`no hook answers ${name}, which the spec of ${kind.kind} declares: its hooks need "${where}" with ${JSON.stringify(subresource)}`);
		}
	}
	const group = catalog.groups.find((each) => each.proxied && groupHooks[each.group] === undefined)?.group;
	if (group !== undefined)
		throw new Error(`no hook forwards the group ${group}, which its group.yaml declares as another server's: it needs hooks with "proxy"`);
}
