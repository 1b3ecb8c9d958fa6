/** An operation of a path, in a form that neither OpenAPI 2 nor 3 owns, and what all operations of a resource are made from. */
import type { GroupVersionKind, TypeName } from '../../model/catalog.ts';
import { type Verb, type VerbRecord, verbRecords } from '../../model/verb.ts';
import type { Served } from '../discovery.ts';
import type { OpenApiInput } from './input.ts';
import type { Parameter } from './parameters.ts';
import * as parameters from './parameters.ts';

export type Method = Lowercase<VerbRecord['method']> | 'head';

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

export const anything = ['*/*'];

const texts = ['application/json', 'application/yaml'];
const streamsOfText = ['application/json;stream=watch'];

interface Media {
	readonly single: readonly string[];
	readonly stream: readonly string[];
}

/** Media types of one version of the API. */
export function mediaOf({ vocabulary }: OpenApiInput): Media {
	const protobuf = `application/vnd.${vocabulary.product}.protobuf`;
	const single = [...textMedia.single, protobuf];
	return { single, stream: [...single, ...streamsOfText, `${protobuf};stream=watch`] };
}

/** Of types that have no protobuf form. */
const textMedia: Media = { single: texts, stream: [...texts, ...streamsOfText] };

export function mediaOfScene({ input, hasProtobuf }: Scene): Media {
	return hasProtobuf ? mediaOf(input) : textMedia;
}

/** `rbac.authorization` as part of a name: `RbacAuthorization`, or `rbacAuthorization` at its start. */
export function identifier(text: string, capital: boolean): string {
	const joined = text
		.split(/[^A-Za-z0-9]+/)
		.filter((part) => part !== '')
		.map((part) => part.charAt(0).toUpperCase() + part.slice(1))
		.join('');
	return capital ? joined : joined.charAt(0).toLowerCase() + joined.slice(1);
}

/** Part of operation names and tags that stands for a group. */
export function groupWord(group: string, input: OpenApiInput): string {
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

/** Whether a definition is of what all kinds have in common, such as options. */
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
	/** Whether what it answers with has a protobuf form. */
	readonly hasProtobuf: boolean;
	/** Whether clients are told that they may send strategic merge patches of it. */
	readonly strategic: boolean;
	/** Whether a type has one. */
	readonly protobufOf: (type: TypeName) => boolean;
}

/** Parameters as documents list them: by name, `pretty` among them. */
export function inOrder(...lists: readonly (readonly Parameter[])[]): readonly Parameter[] {
	return byName(...lists, [parameters.pretty]);
}

export function byName(...lists: readonly (readonly Parameter[])[]): readonly Parameter[] {
	return lists.flat().sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

export function methodOf(verb: Verb): Method {
	return verbRecords[verb].method.toLowerCase() as Method;
}

/** The query parameters of a verb. */
export function optionsOf({ input }: Scene, verb: Verb): readonly Parameter[] {
	const { options, documented } = verbRecords[verb];
	const { parameters: types = [options], without = [] } = documented;
	return types.flatMap((type) => parameters.optionParameters(input, type)).filter(({ name }) => !without.includes(name));
}

export function base(scene: Scene) {
	return { tag: scene.tag, gvk: scene.gvk, produces: mediaOfScene(scene).single, consumes: anything, definition: scene.gives };
}
