/**
 * The paths of a group version with their operations; `v2.ts` and `v3.ts` format them. Source: seed 1, "REST paths"; operation IDs are
 * those of generated clients.
 */
import { versionPath } from '../../model/api-version.ts';
import type { TypeName } from '../../model/catalog.ts';
import { endpointsOf } from '../../model/endpoint.ts';
import { verbRecords } from '../../model/verb.ts';
import { Protobufs } from '../../schema/protobuf/message.ts';
import { type ServedGroup, type ServedVersion, servedGroups } from '../discovery.ts';
import type { OpenApiInput } from './input.ts';
import { definitionOf, groupWord, identifier, mediaOf, metaDefinition, type Operation, type PathItem, type Scene, versionInfoDefinition } from './operation.ts';
import type { Parameter } from './parameters.ts';
import * as parameters from './parameters.ts';
import { type OperationTarget, operationOf, operations } from './resource-operations.ts';
import { offersStrategicMerge } from './strategic.ts';
import { subresourcePaths } from './subresource-operations.ts';

/** Returns the paths of one served version. `root` is `/api/v1` or `/apis/GROUP/VERSION`. */
export function versionPaths(input: OpenApiInput, group: string, version: ServedVersion): readonly PathItem[] {
	const root = versionPath({ group, version: version.version });
	const word = groupWord(group, input);
	const prefix = identifier(word, true) + identifier(version.version, true);
	const tag = `${identifier(word, false)}_${identifier(version.version, false)}`;
	const single = mediaOf(input).single;
	const resources: Operation = {
		method: 'get',
		operationId: `get${prefix}APIResources`,
		description: 'Lists the resources of the version.',
		tag,
		parameters: [],
		produces: single,
		consumes: single,
		definition: metaDefinition('APIResourceList', input),
		responses: { '200': 'OK' },
	};
	const items: PathItem[] = [{ path: `${root}/`, operations: [resources] }];
	const protobufs = new Protobufs((name) => input.catalog.type(name));
	const protobufOf = (type: TypeName): boolean => input.catalog.defined?.has(type) !== true && protobufs.has(type);
	for (const served of version.resources) {
		const gvk = { group, version: version.version, kind: served.kind.kind };
		const definition = definitionOf({ ...gvk, type: served.version.type }, input);
		const scene: Scene = {
			input,
			served,
			gvk,
			prefix,
			tag,
			scoped: served.kind.scope === 'Namespaced' ? 'Namespaced' : '',
			takes: definition,
			gives: definition,
			hasProtobuf: protobufOf(served.version.type),
			strategic: offersStrategicMerge(served.version.type, group, input.catalog),
			protobufOf,
		};
		items.push(...resourcePaths(root, scene));
	}
	return items.filter((item) => item.operations.length > 0).sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

function resourcePaths(root: string, scene: Scene): PathItem[] {
	const { kind } = scene.served;
	const namespaced = kind.scope === 'Namespaced';
	const scope = namespaced ? [parameters.namespaceParameter] : [];
	const within = namespaced ? '/namespaces/{namespace}' : '';
	const named = [...scope, parameters.nameParameter(kind.kind)];
	const collection = `${root}${within}/${kind.plural}`;
	const noun = `${scene.scoped}${kind.kind}`;
	const many: OperationTarget = { parameters: scope, noun, what: kind.kind };
	const items: PathItem[] = [
		{ path: collection, operations: operations(scene, kind.verbs, many, ({ of }) => of === 'collection') },
		{
			path: `${collection}/{name}`,
			operations: operations(scene, kind.verbs, { parameters: named, noun, what: `the ${kind.kind} of that name` }, ({ of }) => of === 'object'),
		},
	];
	for (const endpoint of endpointsOf(kind, scene.served.version).slice(1)) items.push(...subresourcePaths(`${collection}/{name}`, scene, endpoint, scope));
	if (namespaced) {
		const everywhere: OperationTarget = { parameters: [], noun: `${kind.kind}ForAllNamespaces`, what: kind.kind };
		const across = operations(scene, kind.verbs, everywhere, ({ of, acrossNamespaces }) => of === 'collection' && acrossNamespaces === true);
		items.push({ path: `${root}/${kind.plural}`, operations: across });
	}
	for (const verb of kind.verbs) {
		const { inPlaceOf, acrossNamespaces, of } = verbRecords[verb];
		if (inPlaceOf === undefined || inPlaceOf.byPath.length === 0) continue;
		const before = `${root}/${inPlaceOf.word}`;
		const ofMany = (path: string, parameters: readonly Parameter[], words: string): PathItem => {
			const operation = operationOf(verb, scene, { parameters, noun: words, what: `objects of kind ${kind.kind}` });
			return { path, operations: [of === 'either' ? { ...operation, action: `${operation.action}list` } : operation] };
		};
		if (of !== 'object') items.push(ofMany(`${before}${within}/${kind.plural}`, scope, `${noun}List`));
		if (of !== 'object' && namespaced && acrossNamespaces === true) items.push(ofMany(`${before}/${kind.plural}`, [], `${kind.kind}ListForAllNamespaces`));
		if (of === 'collection') continue;
		const one = operationOf(verb, scene, { parameters: named, noun, what: `one ${kind.kind}` });
		items.push({ path: `${before}${within}/${kind.plural}/{name}`, operations: [one] });
	}
	return items;
}

/** Returns the name of a group version's document of version 3, such as `apis/apps/v1`. */
export function nameOfVersion(group: string, version: string): string {
	return versionPath({ group, version }).slice(1);
}

/** Returns the documented groups: those that this server itself serves. */
export function ownGroups({ catalog }: OpenApiInput): readonly ServedGroup[] {
	return servedGroups(catalog).filter(({ proxied }) => !proxied);
}

/**
 * Returns the index paths (`/api/`, `/apis/`, `/apis/GROUP/`, `/version/`, those of the token issuer) by the name of their version 3
 * document.
 */
export function indexPaths(input: OpenApiInput, groups: readonly ServedGroup[]): ReadonlyMap<string, PathItem> {
	const { single } = mediaOf(input);
	const get = (tag: string, operationId: string, description: string, definition: string, media: readonly string[] = single): readonly Operation[] => [
		{ method: 'get', operationId, description, tag, parameters: [], produces: media, consumes: media, definition, responses: { '200': 'OK' } },
	];
	const told = (tag: string, operationId: string, description: string, media: string): readonly Operation[] => [
		{ method: 'get', operationId, description, tag, parameters: [], produces: [media], consumes: [], responses: { '200': 'OK' } },
	];
	const paths = new Map<string, PathItem>();
	if (groups.some(({ group }) => group === '')) {
		paths.set('api', {
			path: '/api/',
			operations: get('core', 'getCoreAPIVersions', 'Names the versions of the core group.', metaDefinition('APIVersions', input)),
		});
	}
	paths.set('apis', { path: '/apis/', operations: get('apis', 'getAPIVersions', 'Names the groups.', metaDefinition('APIGroupList', input)) });
	for (const { group } of groups) {
		if (group === '') continue;
		const word = groupWord(group, input);
		paths.set(`apis/${group}`, {
			path: `/apis/${group}/`,
			operations: get(identifier(word, false), `get${identifier(word, true)}APIGroup`, 'Names the versions of this group.', metaDefinition('APIGroup', input)),
		});
	}
	paths.set('version', {
		path: '/version/',
		operations: get('version', 'getCodeVersion', 'Returns the version of the server.', versionInfoDefinition(input), ['application/json']),
	});
	paths.set('.well-known/openid-configuration', {
		path: '/.well-known/openid-configuration/',
		operations: told('WellKnown', 'getServiceAccountIssuerOpenIDConfiguration', 'Returns the issuer of service account tokens.', 'application/json'),
	});
	paths.set('openid/v1/jwks', {
		path: '/openid/v1/jwks/',
		operations: told(
			'openid',
			'getServiceAccountIssuerOpenIDKeyset',
			'The public keys that tokens of service accounts are proved with.',
			'application/jwk-set+json',
		),
	});
	return paths;
}

/** Moves parameters that all operations of a path have to the path. */
export function shareParameters(operations: readonly Operation[]): {
	readonly shared: readonly Parameter[];
	readonly own: (operation: Operation) => readonly Parameter[];
} {
	const [first, ...rest] = operations;
	const isShared = (parameter: Parameter) =>
		rest.every((operation) => operation.parameters.some((other) => other.name === parameter.name && other.description === parameter.description));
	const shared = first?.parameters.filter(isShared) ?? [];
	const names = new Set(shared.map((parameter) => parameter.name));
	return { shared, own: (operation) => operation.parameters.filter((parameter) => !names.has(parameter.name)) };
}
