/**
 * Every path of a group version with its operations, in a form that neither OpenAPI 2 nor 3 owns; `v2.ts` and `v3.ts` write it down.
 * Source: seed 1 "REST paths"; names of operations as generated clients know them.
 */

import { versionPath } from '../../model/api-version.ts';
import type { GroupVersionKind, Verb } from '../../model/catalog.ts';
import { type Endpoint, type EndpointBody, endpointsOf, optionTypes } from '../../model/endpoint.ts';
import { type Served, type ServedGroup, type ServedVersion, servedGroups } from '../discovery.ts';
import type { OpenApiInput } from './input.ts';
import type { Parameter } from './parameters.ts';
import * as parameters from './parameters.ts';

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export interface Operation {
	readonly method: Method;
	/** Value of the action extension; absent on discovery paths. */
	readonly action?: string;
	readonly operationId: string;
	readonly description: string;
	readonly tag: string;
	readonly gvk?: GroupVersionKind;
	readonly parameters: readonly Parameter[];
	/** Name of the body's definition. */
	readonly body?: { readonly definition: string; readonly required: boolean; readonly media: readonly string[] };
	readonly produces: readonly string[];
	/** Definition of the body of a success, a plain text when absent; the text of each status code. */
	readonly definition?: string;
	readonly responses: Readonly<Record<string, string>>;
	/** Types that a request without a body claims to take, in version 2. */
	readonly consumes: readonly string[];
}

export interface PathItem {
	readonly path: string;
	readonly operations: readonly Operation[];
}

const anything = ['*/*'];

/** Media types of one version of the API. */
function mediaOf({ vocabulary }: OpenApiInput): { readonly single: readonly string[]; readonly stream: readonly string[] } {
	const protobuf = `application/vnd.${vocabulary.product}.protobuf`;
	const single = ['application/json', 'application/yaml', protobuf];
	return { single, stream: [...single, 'application/json;stream=watch', `${protobuf};stream=watch`] };
}

const patchMedia = ['application/json-patch+json', 'application/merge-patch+json', 'application/strategic-merge-patch+json', 'application/apply-patch+yaml'];

/** `rbac.authorization` as part of a name: `RbacAuthorization`, or `rbacAuthorization` at its start. */
function identifier(text: string, capital: boolean): string {
	const joined = text
		.split(/[^A-Za-z0-9]+/)
		.filter((part) => part !== '')
		.map((part) => part.charAt(0).toUpperCase() + part.slice(1))
		.join('');
	return capital ? joined : joined.charAt(0).toLowerCase() + joined.slice(1);
}

/** Part of operation names and tags that stands for a group. */
function groupWord(group: string, input: OpenApiInput): string {
	const suffix = `.${input.vocabulary.groupDomain}`;
	if (group === '') return 'core';
	return group.endsWith(suffix) ? group.slice(0, -suffix.length) : group;
}

/** Names of shared definitions: the catalog's own, when specs have the type. */
export function metaDefinition(name: string, input: OpenApiInput): string {
	const type = `meta/v1.${name}`;
	if (input.catalog.typeNames.includes(type)) return input.catalog.type(type).openapi;
	return `${reversed(input)}.apimachinery.pkg.apis.meta.v1.${name}`;
}

function reversed({ vocabulary }: OpenApiInput): string {
	return vocabulary.groupDomain.split('.').reverse().join('.');
}

export function versionInfoDefinition(input: OpenApiInput): string {
	return `${reversed(input)}.apimachinery.pkg.version.Info`;
}

/** Name of the definition of the list of a kind. */
function listDefinition({ kind, version }: Served, input: OpenApiInput): string {
	const { openapi, name } = input.catalog.type(version.type);
	const listType = `${name.slice(0, name.lastIndexOf('.') + 1)}${kind.listKind}`;
	if (input.catalog.typeNames.includes(listType)) return input.catalog.type(listType).openapi;
	return `${openapi.slice(0, openapi.lastIndexOf('.') + 1)}${kind.listKind}`;
}

/** Name of the definition of a body. One that no spec declares is still some object: an unknown body must not take the whole document away. */
function definitionOf({ group, version, kind, type }: EndpointBody, { catalog }: OpenApiInput): string {
	if (type !== undefined && catalog.typeNames.includes(type)) return catalog.type(type).openapi;
	return [...group.split('.').reverse(), version, kind].filter(Boolean).join('.');
}

interface Scene {
	readonly input: OpenApiInput;
	readonly served: Served;
	readonly gvk: GroupVersionKind;
	/** `CoreV1`, as in the names of operations. */
	readonly prefix: string;
	readonly tag: string;
	/** `Namespaced` or nothing. */
	readonly scoped: string;
	/** Of what is sent, and of what one object is answered with. */
	readonly takes: string;
	readonly gives: string;
}

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

function can(scene: Scene, verb: Verb): boolean {
	return scene.served.kind.verbs.includes(verb);
}

/** Parameters as documents list them: by name, `pretty` among them. */
function inOrder(...lists: readonly (readonly Parameter[])[]): readonly Parameter[] {
	return [...lists.flat(), parameters.pretty].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Collections are deleted by what lists select them by: whether that is a stream means nothing there. */
const onlyStreams: ReadonlySet<string> = new Set(['allowWatchBookmarks', 'watch']);

function optionsOf({ input }: Scene, verb: Verb): readonly Parameter[] {
	const all = parameters.optionParameters(input, optionTypes[verb]);
	return verb === 'deletecollection' ? all.filter(({ name }) => !onlyStreams.has(name)) : all;
}

function base(scene: Scene) {
	return { tag: scene.tag, gvk: scene.gvk, produces: mediaOf(scene.input).single, consumes: anything, definition: scene.gives };
}

function collectionOperations(scene: Scene, scope: readonly Parameter[]): Operation[] {
	const { kind } = scene.served;
	const noun = `${scene.scoped}${kind.kind}`;
	const operations: Operation[] = [];
	if (can(scene, 'list')) operations.push(listOperation(scene, scope, `list${scene.prefix}${noun}`));
	if (can(scene, 'create')) {
		operations.push({
			...base(scene),
			method: 'post',
			action: 'post',
			operationId: `create${scene.prefix}${noun}`,
			description: `Creates a ${kind.kind}.`,
			parameters: inOrder(scope, optionsOf(scene, 'create')),
			body: { definition: scene.takes, required: true, media: anything },
			responses: { '200': 'OK', '201': 'Created', '202': 'Accepted' },
		});
	}
	if (can(scene, 'deletecollection')) {
		operations.push({
			...base(scene),
			method: 'delete',
			action: 'deletecollection',
			operationId: `delete${scene.prefix}Collection${noun}`,
			description: `Deletes every ${kind.kind} that matches.`,
			parameters: inOrder(scope, optionsOf(scene, 'delete'), optionsOf(scene, 'deletecollection')),
			body: { definition: metaDefinition('DeleteOptions', scene.input), required: false, media: anything },
			definition: metaDefinition('Status', scene.input),
			responses: { '200': 'OK' },
		});
	}
	return operations;
}

function listOperation(scene: Scene, scope: readonly Parameter[], operationId: string): Operation {
	const media = mediaOf(scene.input);
	return {
		...base(scene),
		method: 'get',
		action: 'list',
		operationId,
		description: `Lists or watches objects of kind ${scene.served.kind.kind}.`,
		parameters: inOrder(scope, optionsOf(scene, 'list')),
		produces: can(scene, 'watch') ? media.stream : media.single,
		definition: listDefinition(scene.served, scene.input),
		responses: { '200': 'OK' },
	};
}

function watchOperation(scene: Scene, action: 'watch' | 'watchlist', scope: readonly Parameter[], noun: string): Operation {
	const what = action === 'watch' ? `one ${scene.served.kind.kind}` : `objects of kind ${scene.served.kind.kind}`;
	return {
		...base(scene),
		method: 'get',
		action,
		operationId: `watch${scene.prefix}${noun}`,
		description: `Outdated way to watch ${what}: list with \`watch=true\` instead.`,
		parameters: inOrder(scope, optionsOf(scene, 'list')),
		produces: mediaOf(scene.input).stream,
		definition: metaDefinition('WatchEvent', scene.input),
		responses: { '200': 'OK' },
	};
}

function objectOperations(scene: Scene, named: readonly Parameter[]): Operation[] {
	const { kind } = scene.served;
	const noun = `${scene.scoped}${kind.kind}`;
	const operations = changes(scene, kind.verbs, named, noun, `the ${kind.kind} of that name`);
	if (can(scene, 'delete')) {
		operations.push({
			...base(scene),
			method: 'delete',
			action: 'delete',
			operationId: `delete${scene.prefix}${noun}`,
			description: `Deletes the ${kind.kind} of that name.`,
			parameters: inOrder(named, optionsOf(scene, 'delete')),
			body: { definition: metaDefinition('DeleteOptions', scene.input), required: false, media: anything },
			definition: kind.deleteReturns === 'object' ? scene.gives : metaDefinition('Status', scene.input),
			responses: { '200': 'OK', '202': 'Accepted' },
		});
	}
	return operations;
}

/** Read, replace and patch of an object or of a part of it. */
function changes(scene: Scene, verbs: readonly Verb[], named: readonly Parameter[], noun: string, what: string): Operation[] {
	const operations: Operation[] = [];
	if (verbs.includes('get')) {
		operations.push({
			...base(scene),
			method: 'get',
			action: 'get',
			operationId: `read${scene.prefix}${noun}`,
			description: `Reads ${what}.`,
			parameters: inOrder(named),
			responses: { '200': 'OK' },
		});
	}
	if (verbs.includes('update')) {
		operations.push({
			...base(scene),
			method: 'put',
			action: 'put',
			operationId: `replace${scene.prefix}${noun}`,
			description: `Replaces ${what}.`,
			parameters: inOrder(named, optionsOf(scene, 'update')),
			body: { definition: scene.takes, required: true, media: anything },
			responses: { '200': 'OK', '201': 'Created' },
		});
	}
	if (verbs.includes('patch')) {
		operations.push({
			...base(scene),
			method: 'patch',
			action: 'patch',
			operationId: `patch${scene.prefix}${noun}`,
			description: `Changes parts of ${what}.`,
			parameters: inOrder(named, optionsOf(scene, 'patch')),
			body: { definition: metaDefinition('Patch', scene.input), required: true, media: patchMedia },
			responses: { '200': 'OK', '201': 'Created' },
		});
	}
	return operations;
}

function subresourcePaths(object: string, scene: Scene, endpoint: Endpoint, scope: readonly Parameter[]): PathItem[] {
	const { input, served } = scene;
	const { takes, gives, subresource, handler } = endpoint;
	const { group, version, kind } = takes;
	const part: Scene = { ...scene, gvk: { group, version, kind }, takes: definitionOf(takes, input), gives: definitionOf(gives, input) };
	const named = [...scope, parameters.nameParameter(kind)];
	const path = `${object}/${subresource}`;
	const noun = `${scene.scoped}${served.kind.kind}${identifier(subresource, true)}`;
	if (handler !== 'connect') return [{ path, operations: subresourceOperations(part, endpoint, named, noun) }];
	const items = [{ path, operations: connectOperations(part, endpoint, named, noun) }];
	if (endpoint.path) {
		const operations = connectOperations(part, endpoint, [...named, parameters.pathParameter], `${noun}WithPath`);
		items.push({ path: `${path}/{path}`, operations });
	}
	return items;
}

function subresourceOperations(part: Scene, { subresource, verbs }: Endpoint, named: readonly Parameter[], noun: string): Operation[] {
	const { kind } = part.served.kind;
	const operations = changes(part, verbs, named, noun, `the ${subresource} of the ${kind} of that name`);
	if (verbs.includes('create')) {
		operations.push({
			...base(part),
			method: 'post',
			action: 'post',
			operationId: `create${part.prefix}${noun}`,
			description: `Posts to the ${subresource} of a ${kind}.`,
			parameters: inOrder(named, optionsOf(part, 'create')),
			body: { definition: part.takes, required: true, media: anything },
			responses: { '200': 'OK', '201': 'Created', '202': 'Accepted' },
		});
	}
	return operations;
}

const methods: Readonly<Partial<Record<Verb, Method>>> = { create: 'post', delete: 'delete', get: 'get', patch: 'patch', update: 'put' };

/** What a hook answers with is text to documents; reading a part of the object itself (its log) is a get like any other. */
function connectOperations(part: Scene, { subresource, verbs, options, reads }: Endpoint, named: readonly Parameter[], noun: string): Operation[] {
	const { kind } = part.served;
	const { definition: _definition, ...shared } = base(part);
	return verbs.flatMap((verb): Operation[] => {
		const method = methods[verb];
		if (method === undefined) return [];
		const word = identifier(method, true);
		return [
			{
				...shared,
				method,
				action: reads ? method : 'connect',
				operationId: reads ? `read${part.prefix}${noun}` : `connect${part.prefix}${word}${noun}`,
				description: `${reads ? 'Reads' : 'Connects to'} the ${subresource} of the ${kind.kind} of that name.`,
				produces: reads ? ['text/plain', ...shared.produces] : anything,
				parameters: inOrder(named, options === undefined ? [] : parameters.optionParameters(part.input, options)),
				responses: { '200': 'OK' },
			},
		];
	});
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
