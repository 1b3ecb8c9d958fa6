/** Validates objects against specs without a server, and reports causes with positions in the file. Pure. */
import type { ConversionHooks } from '../../runtime/api/hooks.ts';
import { apiVersionOf } from '../../runtime/model/api-version.ts';
import type { Catalog, JsonObject, JsonValue, KindDescriptor, VersionDescriptor } from '../../runtime/model/catalog.ts';
import type { Cause } from '../../runtime/model/cause.ts';
import { isCustomKind } from '../../runtime/model/custom-kind.ts';
import { endpointsOf } from '../../runtime/model/endpoint.ts';
import { MalformedError } from '../../runtime/model/malformed.ts';
import { fieldsApart, subresourcesIn } from '../../runtime/model/subresource-fields.ts';
import type { Vocabulary } from '../../runtime/model/vocabulary.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { causeInVersion, warningInVersion } from '../../runtime/schema/conversion/version-causes.ts';
import type { ServedResource } from '../../runtime/serving/resource.ts';
import { Resources } from '../../runtime/serving/resources.ts';
import {
	checkNewObject,
	type NewObjectFindings,
	type NewObjectKind,
	type NewObjectType,
	newObjectType,
	type StoredElsewhere,
} from '../../runtime/verbs/metadata/new-object.ts';
import { parseYaml } from '../../runtime/wire/yaml.ts';
import { type Diagnostic, diagnosticAt } from '../read/diagnostics/diagnostic.ts';
import { suggestion } from '../read/diagnostics/suggestion.ts';
import { at, listAt, nodeAt, nodeOn, type SpecNode, text } from '../read/source/node.ts';
import type { SpecSource } from '../read/source/spec-file.ts';
import { type ReadDocument, readDocuments } from '../read/source/yaml.ts';

/** Treatments of unknown and duplicate fields; values of the query parameter `fieldValidation`. */
export const strictnesses = ['Strict', 'Warn', 'Ignore'] as const;
export type Strictness = (typeof strictnesses)[number];

export interface CheckedObject {
	readonly file: string;
	readonly apiVersion: string;
	readonly kind: string;
	readonly name: string;
	readonly namespace?: string;
	readonly causes: readonly PlacedCause[];
	readonly warnings: readonly PlacedCause[];
	/** Causes and warnings for printing. */
	readonly diagnostics: readonly Diagnostic[];
}

export interface PlacedCause {
	readonly reason?: string;
	readonly field?: string;
	readonly message: string;
	readonly line: number;
	readonly column: number;
}

export interface CheckedFile {
	readonly objects: readonly CheckedObject[];
	/** Findings for text that is no YAML; then there are no objects. */
	readonly diagnostics: readonly Diagnostic[];
}

export interface ObjectChecking {
	/** Catalog of one release, in the words of the vocabulary. */
	readonly catalog: Catalog;
	readonly words: Vocabulary;
	readonly namespace: string;
	readonly strictness: Strictness;
	/** Conversion hooks of kinds by storage name. */
	readonly converters: Readonly<Record<string, ConversionHooks>>;
}

interface KnownKind {
	readonly facts: NewObjectKind;
	readonly type: NewObjectType;
	/** Set when the object is stored in another version. */
	readonly stored: StoredElsewhere | undefined;
}

export class ObjectCheck {
	readonly #checking: ObjectChecking;
	/** Kinds by apiVersion and kind. */
	readonly #known = new Map<string, KnownKind | undefined>();

	readonly #resources: Resources;

	constructor(checking: ObjectChecking) {
		this.#checking = checking;
		this.#resources = new Resources(checking.catalog, compile(checking.catalog), checking.converters);
	}

	file(source: SpecSource): CheckedFile {
		const { documents, diagnostics } = readDocuments(source);
		return { objects: documents.flatMap((document) => this.#document(document, source.file)), diagnostics };
	}

	/** Checks the object in a document; items of a List one by one. */
	#document({ node, text: own, repeated: keys }: ReadDocument, file: string): CheckedObject[] {
		let value: JsonValue;
		try {
			value = parseYaml(own);
		} catch (error) {
			if (!(error instanceof MalformedError)) throw error;
			return [this.#checked(node, file, [{ node, message: error.message }], [])];
		}
		const repeated = keys.map((key): Problem => ({ node: key, message: `duplicate field ${JSON.stringify(key.value)}` }));
		if (text(at(node, 'kind')) === 'List' && isObject(value) && Array.isArray(value.items)) {
			const nodes = listAt(node, 'items');
			return value.items.map((item, index) => this.#object(nodes[index] ?? node, item, file, index === 0 ? repeated : []));
		}
		return [this.#object(node, value, file, repeated)];
	}

	#object(node: SpecNode, value: JsonValue, file: string, repeated: readonly Problem[]): CheckedObject {
		if (!isObject(value)) return this.#checked(node, file, [{ node, message: 'expected an object here, with apiVersion and kind' }], []);
		const { apiVersion, kind } = value;
		for (const field of ['apiVersion', 'kind'] as const)
			if (typeof value[field] !== 'string' || value[field] === '')
				return this.#checked(node, file, [{ node: at(node, field) ?? node, field, message: `Required value: an object needs ${field}` }], []);
		const known = this.#find(String(apiVersion), String(kind));
		if (known === undefined) {
			const unknown = at(node, this.#isServed(String(apiVersion)) ? 'kind' : 'apiVersion') ?? node;
			return this.#checked(node, file, [{ node: unknown, message: this.#unknown(String(apiVersion), String(kind)) }], []);
		}
		const { strictness } = this.#checking;
		const { causes, warnings, unreadable = [] } = this.#check(known, value);
		const refused = causes.map((cause): Problem => ({ node: cause.field === undefined ? nodeOn(node, unreadable) : nodeAt(node, cause.field), ...cause }));
		const noticed = warnings.map((message): Problem => ({ node: placeOf(message, node), message }));
		const isStrict = (found: Problem): boolean => /^unknown field /.test(found.message);
		const strict = [...repeated, ...noticed.filter(isStrict)];
		const others = noticed.filter((found) => !isStrict(found));
		return this.#checked(node, file, strictness === 'Strict' ? [...strict, ...refused] : refused, strictness === 'Warn' ? [...strict, ...others] : others);
	}

	#check({ facts, type, stored }: KnownKind, value: JsonObject): NewObjectFindings {
		const { namespace, words } = this.#checking;
		try {
			return checkNewObject(facts, type, value, { namespace, product: words.product, stored });
		} catch (error) {
			if (!(error instanceof UnconvertedError)) throw error;
			return { causes: [{ reason: 'FieldValueInvalid', message: error.message }], warnings: [] };
		}
	}

	#checked(node: SpecNode, file: string, causes: readonly Problem[], warnings: readonly Problem[]): CheckedObject {
		const metadata = at(node, 'metadata');
		const namespace = text(at(metadata, 'namespace'));
		const shown = (found: Problem, severity: Diagnostic['severity']): Diagnostic =>
			diagnosticAt(found.node, found.field === undefined ? found.message : `${found.field}: ${found.message}`, severity);
		const placed = ({ node: place, reason, field, message }: Problem): PlacedCause => {
			const { line, column } = diagnosticAt(place, message).position;
			return { ...(reason !== undefined && { reason }), ...(field !== undefined && { field }), message, line, column };
		};
		return {
			file,
			apiVersion: text(at(node, 'apiVersion')) ?? '',
			kind: text(at(node, 'kind')) ?? '',
			name: text(at(metadata, 'name')) ?? text(at(metadata, 'generateName')) ?? '',
			...(namespace !== undefined && { namespace }),
			causes: causes.map(placed),
			warnings: warnings.map(placed),
			diagnostics: [...causes.map((found) => shown(found, 'error')), ...warnings.map((found) => shown(found, 'warning'))],
		};
	}

	#find(apiVersion: string, kind: string): KnownKind | undefined {
		const key = `${apiVersion} ${kind}`;
		if (!this.#known.has(key)) this.#known.set(key, this.#make(apiVersion, kind));
		return this.#known.get(key);
	}

	#make(apiVersion: string, name: string): KnownKind | undefined {
		const { catalog } = this.#checking;
		for (const kind of catalog.kinds) {
			const version = kind.kind === name ? kind.versions.find((one) => apiVersionOf(one) === apiVersion) : undefined;
			if (version === undefined) continue;
			const resource = kind.stored === false ? undefined : this.#resources.resource(version.group, version.version, kind.plural);
			const stored = resource?.servesStoredBytes === false ? storedElsewhere(resource) : undefined;
			return { facts: factsOf(kind, version, catalog), type: newObjectType((type) => catalog.type(type), version.type), stored };
		}
		return undefined;
	}

	#isServed(apiVersion: string): boolean {
		return this.#checking.catalog.kinds.some(({ versions }) => versions.some((version) => apiVersionOf(version) === apiVersion));
	}

	#unknown(apiVersion: string, kind: string): string {
		const { kinds } = this.#checking.catalog;
		const served = kinds.flatMap(({ kind: name, versions }) => versions.map((version) => ({ name, apiVersion: apiVersionOf(version) })));
		const here = served.filter((one) => one.apiVersion === apiVersion).map(({ name }) => name);
		const elsewhere = served.filter(({ name }) => name === kind).map((one) => one.apiVersion);
		if (elsewhere.length > 0) return `there is no ${kind} in ${apiVersion}: it is in ${elsewhere.join(' and ')}`;
		if (here.length > 0) return `unknown kind ${JSON.stringify(kind)} in ${apiVersion}${suggestion(kind, here)}`;
		return `no kind is served as ${JSON.stringify(apiVersion)}${suggestion(apiVersion, new Set(served.map((one) => one.apiVersion)))} (--specs adds kinds to the built-in ones)`;
	}
}

/** A problem, and the node where it occurs. */
interface Problem {
	readonly node: SpecNode;
	readonly reason?: Cause['reason'];
	readonly field?: string;
	readonly message: string;
}

/** A conversion hook failed unexpectedly or returned an invalid object. */
class UnconvertedError extends Error {
	override readonly name = 'UnconvertedError';
}

function storedElsewhere(resource: ServedResource): StoredElsewhere {
	const converted = (convert: () => JsonObject): JsonObject => {
		try {
			return convert();
		} catch (error) {
			if (error instanceof MalformedError) throw error;
			throw new UnconvertedError(`it cannot be converted to ${resource.storageApiVersion}: ${error instanceof Error ? error.message : error}`);
		}
	};
	const { schema, storageSchema, rules, withoutFilled } = resource;
	return {
		...{ schema, storageSchema, rules, withoutFilled },
		toStorage: (object) => converted(() => resource.toStorage(object)),
		fromStorage: (object) => converted(() => resource.fromStorage(object)),
		causeInVersion: (cause) => causeInVersion(cause, resource),
		warningInVersion: (warning) => warningInVersion(warning, resource),
	};
}

function factsOf(kind: KindDescriptor, version: VersionDescriptor, catalog: Catalog): NewObjectKind {
	const isAsked = endpointsOf(kind, version).some(({ handler, subresource }) => handler === 'computed' && subresource === '');
	return {
		scope: kind.scope,
		nameFormat: kind.nameFormat,
		apart: kind.subresources.status?.onCreate === true ? [] : fieldsApart(subresourcesIn(kind, version)),
		asked: isAsked,
		...(isCustomKind(kind, catalog) && { custom: true as const }),
	};
}

/** Returns the key of an unknown field, or the value whose path begins the warning. */
function placeOf(warning: string, root: SpecNode): SpecNode {
	const [, unknown] = /^unknown field "([^"]+)"/.exec(warning) ?? [];
	if (unknown === undefined) return nodeAt(root, /^([\w.[\]]+):/.exec(warning)?.[1] ?? '');
	const cut = unknown.lastIndexOf('.');
	const parent = nodeAt(root, cut < 0 ? '' : unknown.slice(0, cut));
	return (parent.kind === 'map' ? parent.entries.get(unknown.slice(cut + 1))?.key : undefined) ?? parent;
}

function isObject(value: JsonValue): value is JsonObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
