/** An operation of a path, in a form common to OpenAPI 2 and 3, and what a resource's operations are made from. */
import type { GroupVersionKind, TypeName } from '../../model/catalog.ts';
import type { EndpointBody } from '../../model/endpoint.ts';
import { type Verb, type VerbRecord, verbRecords } from '../../model/verb.ts';
import type { ServedKindVersion } from '../discovery.ts';
import type { OpenApiInput } from './input.ts';
import type { Parameter } from './parameters.ts';
import * as parameters from './parameters.ts';

export type Method = Lowercase<VerbRecord['method']> | 'head';

export interface Operation {
	readonly method: Method;
	/** Value of the action extension (`x-{product}-action`); absent on discovery paths. */
	readonly action?: string;
	readonly operationId: string;
	readonly description: string;
	readonly tag: string;
	readonly gvk?: GroupVersionKind;
	readonly parameters: readonly Parameter[];
	/** Name of the definition of the request body. */
	readonly body?: { readonly definition: string; readonly required: boolean; readonly media: readonly string[] };
	readonly produces: readonly string[];
	/** Name of the definition of a successful response; absent for plain text. `responses`: description of each status code. */
	readonly definition?: string;
	readonly responses: Readonly<Record<string, string>>;
	/** Media types that version 2 lists for a request without a body. */
	readonly consumes: readonly string[];
}

export interface PathItem {
	readonly path: string;
	readonly operations: readonly Operation[];
}

export const anything = ['*/*'];

const texts = ['application/json', 'application/yaml'];
const streamsOfText = ['application/json;stream=watch'];

interface Media {
	readonly single: readonly string[];
	readonly stream: readonly string[];
}

export function mediaOf({ vocabulary }: OpenApiInput): Media {
	const protobuf = `application/vnd.${vocabulary.product}.protobuf`;
	const single = [...textMedia.single, protobuf];
	return { single, stream: [...single, ...streamsOfText, `${protobuf};stream=watch`] };
}

/** Media types of types without a protobuf form. */
const textMedia: Media = { single: texts, stream: [...texts, ...streamsOfText] };

export function mediaOfScene({ input, hasProtobuf }: Scene): Media {
	return hasProtobuf ? mediaOf(input) : textMedia;
}

/** Converts `rbac.authorization` to a part of an operation ID: `RbacAuthorization`, or `rbacAuthorization` at the start. */
export function identifier(text: string, capital: boolean): string {
	const joined = text
		.split(/[^A-Za-z0-9]+/)
		.filter((part) => part !== '')
		.map((part) => part.charAt(0).toUpperCase() + part.slice(1))
		.join('');
	return capital ? joined : joined.charAt(0).toLowerCase() + joined.slice(1);
}

/** Returns a group's part of operation IDs and tags. */
export function groupWord(group: string, input: OpenApiInput): string {
	const suffix = `.${input.vocabulary.groupDomain}`;
	if (group === '') return 'core';
	return group.endsWith(suffix) ? group.slice(0, -suffix.length) : group;
}

/** Returns the OpenAPI name of a meta/v1 type: the catalog's name if a spec declares the type, otherwise Kubernetes' name. */
export function metaDefinition(name: string, input: OpenApiInput): string {
	const type = `meta/v1.${name}`;
	if (input.catalog.typeNames.includes(type)) return input.catalog.type(type).openapi;
	return `${reversed(input)}.apimachinery.pkg.apis.meta.v1.${name}`;
}

/**
 * Returns the definition of a body. A body without a spec is still an object: it must not make the whole document fail. Kinds that are
 * defined at run time have such names, too.
 */
export function definitionOf({ group, version, kind, type }: EndpointBody, { catalog }: Pick<OpenApiInput, 'catalog'>): string {
	if (type !== undefined && catalog.defined?.has(type) !== true && catalog.typeNames.includes(type)) return catalog.type(type).openapi;
	return [...group.split('.').reverse(), version, kind].filter(Boolean).join('.');
}

/** Returns the definition of a kind's list. */
export function listDefinition({ kind, version }: ServedKindVersion, { catalog }: Pick<OpenApiInput, 'catalog'>): string {
	const { group, version: name, type } = version;
	const listType = `${type.slice(0, type.lastIndexOf('.') + 1)}${kind.listKind}`;
	if (catalog.defined?.has(type) !== true && catalog.typeNames.includes(listType)) return catalog.type(listType).openapi;
	const definition = definitionOf({ group, version: name, kind: kind.kind, type }, { catalog });
	return `${definition.slice(0, definition.lastIndexOf('.') + 1)}${kind.listKind}`;
}

/** True for definitions common to all kinds, such as options. */
export function isOfAnyKind(definition: string, input: OpenApiInput): boolean {
	return definition.startsWith(`${reversed(input)}.apimachinery.`);
}

function reversed({ vocabulary }: OpenApiInput): string {
	return vocabulary.groupDomain.split('.').reverse().join('.');
}

export function versionInfoDefinition(input: OpenApiInput): string {
	return `${reversed(input)}.apimachinery.pkg.version.Info`;
}

export interface Scene {
	readonly input: OpenApiInput;
	readonly served: ServedKindVersion;
	readonly gvk: GroupVersionKind;
	/** `CoreV1`, as in operation IDs. */
	readonly prefix: string;
	readonly tag: string;
	/** `Namespaced` or empty. */
	readonly scoped: string;
	/** Definitions of the request body and of a response with one object. */
	readonly takes: string;
	readonly gives: string;
	/** True when the response has a protobuf form. */
	readonly hasProtobuf: boolean;
	/** True when strategic merge patches are documented. */
	readonly strategic: boolean;
	readonly protobufOf: (type: TypeName) => boolean;
}

/** Returns the parameters sorted by name, as documents list them, with `pretty`. */
export function inOrder(...lists: readonly (readonly Parameter[])[]): readonly Parameter[] {
	return byName(...lists, [parameters.pretty]);
}

export function byName(...lists: readonly (readonly Parameter[])[]): readonly Parameter[] {
	return lists.flat().sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

export function methodOf(verb: Verb): Method {
	return verbRecords[verb].method.toLowerCase() as Method;
}

/** Returns the query parameters of a verb. */
export function optionsOf({ input }: Scene, verb: Verb): readonly Parameter[] {
	const { options, documented } = verbRecords[verb];
	const { parameters: types = [options], without = [] } = documented;
	return types.flatMap((type) => parameters.optionParameters(input, type)).filter(({ name }) => !without.includes(name));
}

export function base(scene: Scene) {
	return { tag: scene.tag, gvk: scene.gvk, produces: mediaOfScene(scene).single, consumes: anything, definition: scene.gives };
}
