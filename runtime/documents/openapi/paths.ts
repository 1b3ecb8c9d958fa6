/**
 * Every path of a group version with its operations; `v2.ts` and `v3.ts` write them down.
 * Source: seed 1 "REST paths"; names of operations as generated clients know them.
 */
import { versionPath } from '../../model/api-version.ts';
import type { TypeName } from '../../model/catalog.ts';
import { endpointsOf } from '../../model/endpoint.ts';
import { Protobufs } from '../../schema/protobuf/message.ts';
import { type ServedGroup, type ServedVersion, servedGroups } from '../discovery.ts';
import type { OpenApiInput } from './input.ts';
import { can, groupWord, identifier, mediaOf, metaDefinition, type Operation, type PathItem, type Scene, versionInfoDefinition } from './operation.ts';
import type { Parameter } from './parameters.ts';
import * as parameters from './parameters.ts';
import { collectionOperations, listOperation, objectOperations, watchOperation } from './resource-operations.ts';
import { subresourcePaths } from './subresource-operations.ts';

/** All paths of one served version. `root` is `/api/v1` or `/apis/GROUP/VERSION`. */
export function versionPaths(input: OpenApiInput, group: string, version: ServedVersion): readonly PathItem[] {
	const root = versionPath({ group, version: version.version });
	const word = groupWord(group, input);
	const prefix = identifier(word, true) + identifier(version.version, true);
	const tag = `${identifier(word, false)}_${identifier(version.version, false)}`;
	const single = mediaOf(input).single;
	const resources: Operation = {
		method: 'get',
		operationId: `get${prefix}APIResources`,
		description: 'Names the resources of this version.',
		tag,
		parameters: [],
		produces: single,
		consumes: single,
		definition: metaDefinition('APIResourceList', input),
		responses: { '200': 'OK' },
	};
	const items: PathItem[] = [{ path: `${root}/`, operations: [resources] }];
	const protobufs = new Protobufs((name) => input.catalog.type(name));
	const protobufOf = (type: TypeName): boolean => protobufs.has(type);
	for (const served of version.resources) {
		const gvk = { group, version: version.version, kind: served.kind.kind };
		const scene: Scene = {
			input,
			served,
			gvk,
			prefix,
			tag,
			scoped: served.kind.scope === 'Namespaced' ? 'Namespaced' : '',
			takes: input.catalog.type(served.version.type).openapi,
			gives: input.catalog.type(served.version.type).openapi,
			hasProtobuf: protobufOf(served.version.type),
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
	const items: PathItem[] = [
		{ path: collection, operations: collectionOperations(scene, scope) },
		{ path: `${collection}/{name}`, operations: objectOperations(scene, named) },
	];
	for (const endpoint of endpointsOf(kind, scene.served.version).slice(1)) items.push(...subresourcePaths(`${collection}/{name}`, scene, endpoint, scope));
	if (namespaced && can(scene, 'list')) {
		items.push({ path: `${root}/${kind.plural}`, operations: [listOperation(scene, [], `list${scene.prefix}${kind.kind}ForAllNamespaces`)] });
	}
	if (can(scene, 'watch')) {
		const noun = `${scene.scoped}${kind.kind}`;
		items.push({ path: `${root}/watch${within}/${kind.plural}`, operations: [watchOperation(scene, 'watchlist', scope, `${noun}List`)] });
		items.push({ path: `${root}/watch${within}/${kind.plural}/{name}`, operations: [watchOperation(scene, 'watch', named, noun)] });
		if (namespaced) {
			items.push({ path: `${root}/watch/${kind.plural}`, operations: [watchOperation(scene, 'watchlist', [], `${kind.kind}ListForAllNamespaces`)] });
		}
	}
	return items;
}

/** Groups whose documents are made here: those of other servers are theirs. */
export function ownGroups({ catalog }: OpenApiInput): readonly ServedGroup[] {
	return servedGroups(catalog).filter(({ proxied }) => !proxied);
}

/** The paths that say what there is: `/api/`, `/apis/`, `/apis/GROUP/`, `/version/`. Key: name of the version 3 document that holds it. */
export function indexPaths(input: OpenApiInput): ReadonlyMap<string, PathItem> {
	const { single } = mediaOf(input);
	const get = (tag: string, operationId: string, description: string, definition: string, media: readonly string[] = single): readonly Operation[] => [
		{ method: 'get', operationId, description, tag, parameters: [], produces: media, consumes: media, definition, responses: { '200': 'OK' } },
	];
	const paths = new Map<string, PathItem>();
	const groups = ownGroups(input);
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
		operations: get('version', 'getCodeVersion', 'Says which build of the server answers.', versionInfoDefinition(input), ['application/json']),
	});
	return paths;
}

/** Parameters that all operations of a path share stand on the path, the others on their operation. */
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
