/** Compares complete documents with those of Kubernetes. Every permitted difference is listed with its reason. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Model } from '../../../generator/model.ts';
import { DocumentParts } from '../../../runtime/documents/openapi/document-parts.ts';
import { openApiV2 } from '../../../runtime/documents/openapi/v2.ts';
import { openApiV3 } from '../../../runtime/documents/openapi/v3.ts';
import { type Document, expected } from './expected-documents.ts';
import {
	builtInModel,
	canonical,
	differences,
	everyGate,
	type Known,
	readJson,
	references,
	referencesAreThere,
	served,
	unexplained,
	withoutDescriptions,
} from './reference-documents.ts';

type Node = Record<string, unknown>;

/** Returns the name of a shared parameter. The hash in its reference covers the description, and our descriptions differ. */
function sharedName({ $ref }: Node): string | undefined {
	return typeof $ref === 'string' && $ref.startsWith('#/parameters/') ? withoutHash($ref.slice('#/parameters/'.length)) : undefined;
}

const withoutHash = (name: string): string => name.replace(/-.{8}$/, '');

/**
 * Returns a node with parameters by name, so that one difference does not hide others. Media types and parameters that are not implemented
 * are removed.
 */
function comparable(node: Node): Node {
	const shared = sharedName(node);
	if (shared !== undefined) return { shared };
	const wanted = (media: unknown) => !String(media).includes('cbor');
	const entries = Object.entries(node).flatMap(([key, value]): [string, unknown][] => {
		if (!wanted(key)) return [];
		if (key === 'parameters' && Array.isArray(value))
			return [[key, Object.fromEntries(value.map((parameter: Node) => [parameter.name ?? parameter.shared, parameter]))]];
		return [[key, (key === 'produces' || key === 'consumes') && Array.isArray(value) ? value.filter(wanted) : value]];
	});
	return Object.fromEntries(entries);
}

/** Unwraps an `allOf` with a single reference, which exists only to add a description. */
function plainReference(node: Node): Node {
	const { allOf, ...beside } = comparable(node);
	return Array.isArray(allOf) && Object.keys(beside).length === 0 ? (allOf[0] as Node) : comparable(node);
}

function compare(ours: Document, theirs: Document) {
	return [...differences(ours.definitions, theirs.definitions, 'definitions'), ...differences(ours.paths, theirs.paths, 'paths')];
}

/** Returns the shared parameters by name without hash: each form once, and only those that a path uses. */
function sharedParameters(parameters: Node, paths: Document['paths']): Node {
	const referred = new Set(JSON.stringify(paths).match(/(?<="shared":")[^"]+/g));
	const forms = Object.entries(parameters).filter(([name]) => referred.has(withoutHash(name)));
	const byName = Map.groupBy(forms, ([name]) => withoutHash(name));
	return Object.fromEntries([...byName].map(([name, all]) => [name, [...new Set(all.map(([, form]) => canonical(form)))].sort()]));
}

/** All known differences with their reasons. */
const known: readonly Known[] = [
	{
		at: /\.(DeleteOptions|Status|WatchEvent)\/x-kubernetes-group-version-kind$/,
		because: 'they are known under the groups that are served, which are fewer here',
	},
	{
		at: /\.(SeccompProfile|AppArmorProfile|PodSchedulingGroup)\/x-kubernetes-unions$/,
		because: 'nobody can heed them: the values of `type` are not the names of members, or nothing discriminates',
	},
	{
		at: /\.LabelSelectorRequirement\/properties\/key\/x-kubernetes-patch-|\.CertificateSigningRequest(Spec|Status)\/properties\/(request|certificate)\/x-kubernetes-list-type$|\.CSIStorageCapacityList\/properties\/items\/x-kubernetes-list-/,
		because: 'markers on a text, on bytes and on a list that nobody applies, where they have no effect; later releases have them no more',
	},
	{ at: /\.PodFailurePolicyRule\/required$/, because: '1.25 did not know at first that conditions may be left out' },
	{ at: /\.StorageVersion\/required$/, because: 'that metadata are there is said of every release, and was said in 1.36 first' },
	{ at: /\.StorageVersion\/properties\/spec\/(\$ref|type)$|\.StorageVersionSpec$/, because: 'a client generator leaves types without fields out' },
	{ at: /\.(PodResourceClaim|ResourceClaim)\/properties\/|\.ClaimSource$/, because: 'alpha fields of 1.26 that were moved before they became stable' },
];

/** Parts that are removed from Kubernetes' documents before the comparison. */
const leftOut: readonly string[] = [
	'the media type application/cbor, alpha and off by default, which no client asks for',
	'the paths below /logs/, by which a machine shows the files in which it writes its logs',
];

/** Path of Kubernetes' module with the version 3 documents. The peer comparison downloads it into the Go cache. */
const module = (version: string): string => join(homedir(), `go/pkg/mod/k8s.io/kubernetes@v${version}/api/openapi-spec/v3`);

interface Real {
	readonly file: string;
	readonly name: string;
	readonly release: string;
	readonly gates: Readonly<Record<string, boolean>>;
}

/** Returns the version 3 documents: some of 1.26, and all of 1.25 and 1.36 when the modules are present. */
function version3(): readonly Real[] {
	const named = (folder: string, release: string, gates: Real['gates']) =>
		readdirSync(folder).map((file) => ({ file: join(folder, file), name: file.replace(/_openapi\.json$/, '').replaceAll('__', '/'), release, gates }));
	const ofModules = [['1.25', '1.25.16', {}] as const, ['1.36', '1.36.0', everyGate] as const].flatMap(([release, version, gates]) => {
		if (existsSync(module(version))) return named(module(version), release, gates);
		console.warn(`skipped: documents of version 3 of release ${release}, because there is no ${module(version)}`);
		return [];
	});
	return referencesAreThere ? [...named(join(references, 'openapi/v3-1.36'), '1.26', everyGate), ...ofModules] : [];
}

describe.skipIf(!referencesAreThere)('real documents', () => {
	let model: Model;
	beforeAll(async () => {
		model = await builtInModel();
	});

	const used = new Set<Known>();

	function expectSame(found: ReturnType<typeof differences>) {
		const { differences: rest, used: explained } = unexplained(found, known);
		expect(rest.map(({ at, ours, theirs }) => `${at}: ${JSON.stringify(ours)} instead of ${JSON.stringify(theirs)}`)).toEqual([]);
		for (const each of explained) used.add(each);
	}

	it('version 2 of the newest release', () => {
		const real = readJson('openapi/release-1.36.json');
		const theirs = withoutDescriptions(real, comparable) as unknown as Document & { parameters: Node };
		const ours = withoutDescriptions(openApiV2({ ...served(model, '1.36', everyGate), enums: false }), comparable) as unknown as typeof theirs;
		const wanted = expected(theirs);
		expectSame([
			...compare(ours, wanted),
			...differences(sharedParameters(ours.parameters, ours.paths), sharedParameters(theirs.parameters, wanted.paths), 'parameters'),
		]);
	});

	it('version 2 of release 1.25, as a client generator keeps it', () => {
		const theirs = readJson('openapi/release-1.25-processed.json') as Record<string, Record<string, unknown>>;
		const names = theirs.definitions ?? {};
		/** The generator keeps only the last two parts of a name, or three when two would be ambiguous. */
		const shorten = (name: string) => [2, 3].map((count) => name.split('.').slice(-count).join('.')).find((short) => short in names) ?? name;
		const inPlace: Readonly<Record<string, Node>> = {
			Time: { type: 'string', format: 'date-time' },
			MicroTime: { type: 'string', format: 'date-time' },
			FieldsV1: { type: 'object' },
			RawExtension: { type: 'object' },
			JSON: { type: 'object' },
			JSONSchemaPropsOrArray: { type: 'object' },
			JSONSchemaPropsOrBool: { type: 'object' },
			JSONSchemaPropsOrStringArray: { type: 'object' },
			CustomResourceSubresourceStatus: { type: 'object' },
		};
		/** Removes the group and version from a name, which the generator expresses differently. */
		const group = ([tag = '']: string[]) =>
			tag
				.split('_')
				.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
				.join('');
		/** Types that the generator turns into classes with one member. */
		const classes: Readonly<Record<string, Node>> = {
			'resource.Quantity': { value: { type: 'string' } },
			'intstr.IntOrString': { value: { type: 'string' } },
			'v1.Patch': { content: { type: 'object' } },
		};
		const asClass = (name: string, node: Node): Node => (name in classes ? { ...node, type: 'object', properties: classes[name] } : node);
		/** Applies the generator's transformations to the document. */
		const processed = (node: Node): Node => {
			const { $ref, consumes, responses, operationId, ...rest } = node;
			if (typeof $ref === 'string') {
				const name = $ref.slice('#/definitions/'.length);
				const scalar = inPlace[name.slice(name.lastIndexOf('.') + 1)];
				return scalar === undefined ? { ...rest, $ref: `#/definitions/${shorten(name)}` } : { ...scalar, ...rest };
			}
			if (typeof operationId !== 'string') return comparable(node);
			const { '401': _, ...answers } = responses as Record<string, Node>;
			for (const answer of Object.values(answers))
				if (consumes !== undefined && (answer.schema as Node | undefined)?.type === 'string') answer.schema = { type: 'object', format: 'file' };
			return comparable({
				...rest,
				responses: answers,
				operationId: operationId.replace(group(node.tags as string[]), ''),
				...(consumes !== undefined && { consumes: (consumes as string[]).map((media) => (media === '*/*' ? 'application/json' : media)) }),
			});
		};
		const ours = withoutDescriptions(openApiV2({ ...served(model, '1.25', everyGate), enums: false }), processed) as typeof theirs;
		const isInPlace = (name: string): boolean => name.slice(name.lastIndexOf('.') + 1) in inPlace;
		const kept = Object.entries(ours.definitions ?? {}).filter(([name]) => !isInPlace(name));
		const named = Object.fromEntries(kept.map(([name, node]) => [shorten(name), asClass(shorten(name), node as Node)]));
		const paths = Object.fromEntries(Object.entries(ours.paths ?? {}).filter(([path]) => !path.includes('/watch/')));
		const clean = withoutDescriptions(theirs, ({ 'x-codegen-request-body-name': _, ...node }) => comparable(node)) as unknown as Document;
		/** The generator leaves `/watch/` paths without operations. */
		const isEmpty = (item: unknown): boolean => Object.keys(item as Node).every((key) => key === 'parameters');
		const left = Object.fromEntries(Object.entries(clean.paths).filter(([, item]) => !isEmpty(item)));
		expectSame(compare({ definitions: named, paths }, expected({ ...clean, paths: left })));
	});

	it.each(version3())('version 3 of $name at release $release', ({ file, name, release, gates }) => {
		const theirs = withoutDescriptions(JSON.parse(readFileSync(file, 'utf8')), plainReference) as Record<string, Record<string, Record<string, unknown>>>;
		const document = openApiV3(new DocumentParts({ ...served(model, release, gates), enums: false }), name) ?? { paths: {}, components: { schemas: {} } };
		const ours = withoutDescriptions(document, plainReference) as typeof theirs;
		const documentOf = ({ paths = {}, components = {} }: typeof theirs): Document => ({ paths, definitions: components.schemas ?? {} });
		const wanted = expected(documentOf(theirs));
		// Nothing is expected of documents whose paths are all excluded, such as `/logs/`.
		expectSame(Object.keys(wanted.paths).length === 0 ? [] : compare(documentOf(ours), wanted));
	});

	it('differ in few places, each of which is listed', () => {
		expect(known.length + leftOut.length).toBeLessThanOrEqual(10);
		expect(known.filter((each) => !used.has(each)).map(({ because }) => because)).toEqual([]);
	});
});
