/**
 * `orch import crd`: converts CustomResourceDefinitions to specs. Pure; it gathers the same facts as the import of OpenAPI documents. A
 * CustomResourceDefinition belongs to its author, so descriptions are imported too.
 */

import type { Definition } from '../definition.ts';
import { openApiDocument } from '../document.ts';
import { type Facts, type KindFacts, keyText, type TypeFacts, type TypeKey } from '../facts.ts';
import { noGoTypes } from '../go-types.ts';
import { gather, referenceOf } from '../joined-facts.ts';
import { noOtherRoots, type OtherRoots } from '../other-roots.ts';
import { writeSpecs } from '../specs.ts';
import type { CustomResourceDefinition } from './document.ts';
import { readKind } from './kinds.ts';

export interface CrdImport {
	readonly resources: readonly CustomResourceDefinition[];
	/** Text of existing specs by path below the output folder, with `/`. */
	readonly existing: ReadonlyMap<string, string>;
	readonly elsewhere?: OtherRoots;
	/** Returns the folder of a group. */
	readonly folderOf: (group: string) => string;
	/** Release to record for versions that are deprecated. */
	readonly release: string;
}

export interface CrdImportResult {
	/** New and changed files by path below the output folder. */
	readonly files: ReadonlyMap<string, string>;
	readonly summaries: readonly KindSummary[];
	/** Ambiguities in the documents, each with the interpretation that the import chose. */
	readonly assumed: readonly string[];
	/** Parts that specs cannot express, by field, with advice. */
	readonly lost: readonly string[];
	readonly problems: readonly string[];
}

export interface KindSummary {
	readonly group: string;
	readonly kind: string;
	readonly versions: readonly string[];
	/** Counts of imported parts: `61 fields`. */
	readonly taken: readonly string[];
}

export function importCrds(input: CrdImport): CrdImportResult {
	const { elsewhere = noOtherRoots, existing, folderOf, release } = input;
	const problems: string[] = [];
	const resources = input.resources.filter(({ spec }) => {
		const there = elsewhere.kinds.get(`${folderOf(spec.group)}/${spec.names.kind}`);
		if (there !== undefined) problems.push(`${spec.group} ${spec.names.kind} is not imported: ${there.file} declares it`);
		return there === undefined;
	});
	const read = resources.map((resource) => readKind({ resource, package: folderOf(resource.spec.group), release }));
	const kinds = read.flatMap((one) => one.kinds);
	const definitions: Record<string, Definition> = Object.assign({}, ...read.map((one) => one.definitions));
	const sources = { document: openApiDocument({ definitions }, 'customResources'), go: () => noGoTypes, protos: () => new Map(), later: [] };
	const facts = gather(
		kinds.filter(({ sharesSchema }) => !sharesSchema),
		sources,
	);
	const groups = new Map(resources.map(({ spec }) => [folderOf(spec.group), spec.group]));
	const files = writeSpecs({
		facts: { ...facts, kinds },
		existing,
		elsewhere,
		groupOf: ({ package: folder }) => groups.get(folder),
		groupText: (group) => group,
		// The group names belong to the author, so they get no placeholders.
		neutral: (text) => text,
		groupWords: { custom: true, emptyIsGiven: true },
		saysVersions: true,
	});
	return {
		files,
		summaries: read.map((one, index) => summaryOf(one.kinds, resources[index] as CustomResourceDefinition, facts.types)),
		assumed: read.flatMap((one) => one.assumed),
		lost: [...read.flatMap((one) => one.lost), ...facts.notes],
		problems,
	};
}

function reachedFrom(roots: readonly TypeKey[], types: Facts['types']): readonly TypeFacts[] {
	const found = new Set<TypeFacts>();
	const visit = (key: TypeKey): void => {
		const type = types.get(keyText(key));
		if (type === undefined || found.has(type)) return;
		found.add(type);
		for (const { schema } of type.fields) {
			const inner = referenceOf(schema);
			if (inner !== undefined) visit(inner);
		}
	};
	for (const root of roots) visit(root);
	return [...found];
}

function summaryOf(kinds: readonly KindFacts[], { spec }: CustomResourceDefinition, types: Facts['types']): KindSummary {
	const own = reachedFrom(
		kinds.map(({ key }) => key),
		types,
	);
	const fields = own.flatMap((type) => type.fields);
	const counted = (count: number, noun: string): string[] => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]);
	const [stored] = kinds;
	const columns = stored?.words?.columns;
	return {
		group: spec.group,
		kind: spec.names.kind,
		versions: kinds.map(({ key, sharesSchema }, index) => `${key.version}${index === 0 ? ' (stored)' : sharesSchema ? ' (the same schema)' : ''}`),
		taken: [
			...counted(own.length, 'type'),
			...counted(fields.length, 'field'),
			...counted(fields.filter((field) => field.default !== undefined).length, 'default'),
			...counted(Array.isArray(columns) ? columns.length : 0, 'column'),
			...(stored?.status ? ['status'] : []),
			...(stored?.scale ? ['scale'] : []),
		],
	};
}
