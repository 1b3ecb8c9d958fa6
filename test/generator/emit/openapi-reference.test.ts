/** Whole documents compared with those of the real thing. What differs is named here with its reason; anything else fails. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Model } from '../../../generator/model.ts';
import { openApiV2 } from '../../../runtime/documents/openapi/v2.ts';
import { openApiV3 } from '../../../runtime/documents/openapi/v3.ts';
import { type Document, expected, servedRows, unknownRows } from './expected-documents.ts';
import {
	builtInModel,
	differences,
	everyGate,
	type Known,
	readJson,
	referencesAreThere,
	served,
	unexplained,
	withoutDescriptions,
} from './reference-documents.ts';

type Node = Record<string, unknown>;

/** Parameters by name, so that one that differs does not hide the others; without media types and parameters that are not implemented. */
function comparable(node: Node): Node {
	const { parameters, produces, consumes, ...rest } = node;
	if (!Array.isArray(parameters) && !Array.isArray(produces) && !Array.isArray(consumes)) return node;
	const wanted = (media: unknown) => !String(media).includes('cbor');
	return {
		...rest,
		...(Array.isArray(parameters) && { parameters: Object.fromEntries(parameters.map((parameter: Node) => [parameter.name, parameter])) }),
		...(Array.isArray(produces) && { produces: produces.filter(wanted) }),
		...(Array.isArray(consumes) && { consumes: consumes.filter(wanted) }),
	};
}

function compare(ours: Document, theirs: Document) {
	return [...differences(ours.definitions, theirs.definitions, 'definitions'), ...differences(ours.paths, theirs.paths, 'paths')];
}

const everyRelease: readonly Known[] = [
	{ at: /\.(DeleteOptions|WatchEvent)\/x-kubernetes-group-version-kind$/, because: 'they are known under the groups that are served, which are fewer here' },
	{ at: /\.(SeccompProfile|AppArmorProfile)\/x-kubernetes-unions$/, because: 'the values of `type` are not the names of members' },
];

const patchMarkers: Known = {
	at: /\.LabelSelectorRequirement\/properties\/key\/x-kubernetes-patch-/,
	because: 'the markers stood on a text, where they have no effect, and went away in 1.27',
};

describe.skipIf(!referencesAreThere)('real documents', () => {
	let model: Model;
	beforeAll(async () => {
		model = await builtInModel();
	});

	function expectSame(found: ReturnType<typeof differences>, known: readonly Known[]) {
		const { differences: rest, stale } = unexplained(found, known);
		expect(rest.map(({ at, ours, theirs }) => `${at}: ${JSON.stringify(ours)} instead of ${JSON.stringify(theirs)}`)).toEqual([]);
		expect(stale).toEqual([]);
	}

	it('kinds to come are kinds of theirs, and none is served', () => {
		const theirs = ['release-1.25-processed', 'release-1.36'].map((name) => (readJson(`openapi/${name}.json`) as Document).paths);
		expect(unknownRows({ paths: Object.assign({}, ...theirs) })).toEqual([]);
		const ours = ['1.25', '1.36'].map((release) => openApiV2(served(model, release, everyGate)).paths);
		expect(servedRows({ paths: Object.assign({}, ...ours) })).toEqual([]);
	});

	it('version 2 of the newest release', () => {
		const real = withoutDescriptions(readJson('openapi/release-1.36.json')) as Record<string, Record<string, unknown>>;
		const shared = real.parameters ?? {};
		const resolve = (node: Node) => {
			const name = typeof node.$ref === 'string' && node.$ref.startsWith('#/parameters/') ? node.$ref.slice('#/parameters/'.length) : undefined;
			return comparable(name === undefined ? node : (shared[name] as Node));
		};
		const theirs = withoutDescriptions(real, resolve) as unknown as Document;
		const ours = withoutDescriptions(openApiV2({ ...served(model, '1.36', everyGate), enums: false }), comparable) as unknown as Document;
		expectSame(compare(ours, expected(theirs)), [
			...everyRelease,
			{ at: /\.PodSchedulingGroup\/x-kubernetes-unions$/, because: 'an alpha marker without a discriminator' },
			{ at: /\.version\.Info\/properties\/(emulation|minCompatibility)/, because: '/version does not say it' },
		]);
	});

	it('version 2 of release 1.25, as a client generator keeps it', () => {
		const theirs = readJson('openapi/release-1.25-processed.json') as Record<string, Record<string, unknown>>;
		const names = theirs.definitions ?? {};
		/** The generator drops all but the last two parts of a name, or three where two would be ambiguous. */
		const shorten = (name: string) => [2, 3].map((count) => name.split('.').slice(-count).join('.')).find((short) => short in names) ?? name;
		const inPlace: Readonly<Record<string, Node>> = {
			Time: { type: 'string', format: 'date-time' },
			MicroTime: { type: 'string', format: 'date-time' },
			FieldsV1: { type: 'object' },
			RawExtension: { type: 'object' },
		};
		/** The group and version in a name, which that generator says by other means. */
		const group = ([tag = '']: string[]) =>
			tag
				.split('_')
				.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
				.join('');
		/** What that generator makes classes of, each with one member. */
		const classes: Readonly<Record<string, Node>> = {
			'resource.Quantity': { value: { type: 'string' } },
			'intstr.IntOrString': { value: { type: 'string' } },
			'v1.Patch': { content: { type: 'object' } },
		};
		const asClass = (name: string, node: Node): Node => (name in classes ? { ...node, type: 'object', properties: classes[name] } : node);
		/** What that generator does to the document. */
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
				if ((answer.schema as Node | undefined)?.type === 'string') answer.schema = { type: 'object', format: 'file' };
			return comparable({
				...rest,
				responses: answers,
				operationId: operationId.replace(group(node.tags as string[]), ''),
				consumes: (consumes as string[]).map((media) => (media === '*/*' ? 'application/json' : media)),
			});
		};
		const ours = withoutDescriptions(openApiV2({ ...served(model, '1.25', everyGate), enums: false }), processed) as typeof theirs;
		const isInPlace = (name: string): boolean => name.slice(name.lastIndexOf('.') + 1) in inPlace;
		const kept = Object.entries(ours.definitions ?? {}).filter(([name]) => !isInPlace(name));
		const named = Object.fromEntries(kept.map(([name, node]) => [shorten(name), asClass(shorten(name), node as Node)]));
		const paths = Object.fromEntries(Object.entries(ours.paths ?? {}).filter(([path]) => !path.includes('/watch/')));
		const clean = withoutDescriptions(theirs, ({ 'x-codegen-request-body-name': _, ...node }) => comparable(node)) as unknown as Document;
		/** It has left `/watch/` paths behind without what can be done there. */
		const isEmpty = (item: unknown): boolean => Object.keys(item as Node).every((key) => key === 'parameters');
		const left = Object.fromEntries(Object.entries(clean.paths).filter(([, item]) => !isEmpty(item)));
		expectSame(compare({ definitions: named, paths }, expected({ ...clean, paths: left })), [
			...everyRelease.filter(({ at }) => !at.test('.AppArmorProfile/required')),
			patchMarkers,
			{ at: /\.CSIStorageCapacityList\/properties\/items\/x-kubernetes-list-/, because: 'nobody applies a list, and the markers went away in 1.27' },
		]);
	});

	it.each([
		['api/v1', 'api__v1_openapi.json'],
		['apis/apps/v1', 'apis__apps__v1_openapi.json'],
		['apis/batch/v1', 'apis__batch__v1_openapi.json'],
		['apis/discovery.k8s.io/v1', 'apis__discovery.k8s.io__v1_openapi.json'],
		['apis/networking.k8s.io/v1alpha1', 'apis__networking.k8s.io__v1alpha1_openapi.json'],
	])('version 3 of %s at release 1.26', (name, file) => {
		const theirs = withoutDescriptions(readJson(`openapi/v3-1.36/${file}`), comparable) as Record<string, Record<string, Record<string, unknown>>>;
		const document = openApiV3({ ...served(model, '1.26', everyGate), enums: false }, name) ?? { paths: {}, components: { schemas: {} } };
		const ours = withoutDescriptions(document, comparable) as typeof theirs;
		const documentOf = ({ paths = {}, components = {} }: typeof theirs): Document => ({ paths, definitions: components.schemas as Node });
		const found = compare(documentOf(ours), expected(documentOf(theirs)));
		const known: readonly Known[] = [
			...everyRelease,
			patchMarkers,
			{ at: /\.Status\/x-kubernetes-group-version-kind$/, because: 'an alpha group that is not served' },
			{ at: /\.(PodResourceClaim|ResourceClaim)\/properties\/|\.ClaimSource$/, because: 'alpha fields that were moved before they became stable' },
		];
		// What is known of one of the two documents may have nothing to say of the other.
		expectSame(
			found,
			known.filter(({ at }) => found.some((each) => at.test(each.at))),
		);
	});
});
