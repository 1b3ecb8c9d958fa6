/**
 * `orch import openapi`: converts an OpenAPI document and its companion files to specs. A pure function from the texts of existing specs to
 * those of new and changed ones. Descriptions are not imported; manual edits stay.
 */
import type { Release } from '../../runtime/model/catalog.ts';
import { newestFirst } from '../../runtime/model/version-order.ts';
import type { Vocabulary } from '../../runtime/model/vocabulary.ts';
import { findDefinition, type GroupVersionKind, keyOf, kindsOf, type OpenApiDocument } from './document.ts';
import { keyText, type TypeKey } from './facts.ts';
import { gather, type Sources } from './joined-facts.ts';
import { nameOfKind, readKind, scaleIsUnknown, suggestedKind } from './kinds.ts';
import { noOtherRoots, type OtherRoots } from './other-roots.ts';
import { neutralGroup, neutralText, packageOf } from './roles.ts';
import { writeSpecs } from './specs.ts';

export interface OpenApiImport extends Omit<Sources, 'declared'> {
	readonly kinds: readonly GroupVersionKind[];
	readonly vocabulary: Vocabulary;
	/** Text of existing specs by path below the output folder, with `/`. */
	readonly existing: ReadonlyMap<string, string>;
	/** Declarations in other spec roots. */
	readonly elsewhere?: OtherRoots;
	/** Release of the document. With a base, kinds that the base lacks were introduced in it. */
	readonly release?: Release;
}

export interface ImportResult {
	/** New and changed files by path below the output folder. */
	readonly files: ReadonlyMap<string, string>;
	readonly kinds: number;
	readonly types: number;
	/** Sentences about requested kinds that do not exist. */
	readonly problems: readonly string[];
	/** Sentences about kinds that another root declares and the import leaves out. */
	readonly notes: readonly string[];
	/** Sentences about what specs cannot express, with advice. */
	readonly untaken: readonly string[];
}

export function importOpenApi(input: OpenApiImport): ImportResult {
	const { document, vocabulary, existing, elsewhere = noOtherRoots } = input;
	const problems: string[] = [];
	const notes: string[] = [];
	const untaken: string[] = [];
	const kinds = input.kinds.flatMap((wanted) => {
		const name = nameOfKind(wanted);
		const kind = readKind(document, wanted, packageOf(wanted.group, vocabulary));
		if (kind === undefined) problems.push(`the document has no kind ${name}${suggestedKind(name, document)}`);
		const there =
			kind &&
			(elsewhere.inGroups.get(`${neutralGroup(wanted.group, vocabulary)}/${wanted.kind}`) ?? elsewhere.kinds.get(`${kind.key.package}/${kind.key.name}`));
		if (kind === undefined || there === undefined) return kind === undefined ? [] : [{ ...kind, ...introducedIn(kind.key, input) }];
		if (there.versions.includes(wanted.version)) notes.push(`${name} is left out: ${there.file} declares it`);
		else problems.push(`${name} is a version of a kind that ${there.file} declares: versions are added there`);
		return [];
	});
	kinds.sort((a, b) => newestFirst(a.key.version, b.key.version));
	const facts = gather(kinds, { ...input, declared: (key) => elsewhere.types.has(keyText(key)) });
	for (const kind of kinds) if (kind.hasScale && kind.scale === undefined) untaken.push(scaleIsUnknown(kind));
	const groupOf = (key: TypeKey) => groupIn(document, key);
	const files = writeSpecs({
		facts,
		existing,
		elsewhere,
		groupOf,
		groupText: (group) => neutralGroup(group, vocabulary),
		neutral: (text) => neutralText(text, vocabulary),
	});
	return {
		files,
		kinds: kinds.length,
		types: [...facts.types.keys()].filter((type) => !kinds.some(({ key }) => keyText(key) === type)).length,
		problems,
		notes,
		untaken: [...facts.notes, ...untaken],
	};
}

/** Returns the release that introduced a kind. A kind that the earlier document lacks is new, unless a release in between declares it. */
function introducedIn(key: TypeKey, { base, later, release }: OpenApiImport): { readonly introduced?: Release } {
	if (base === undefined || findDefinition(base, key) !== undefined) return {};
	const first = later.find(({ go }) => go(key).structs.has(key.name))?.release ?? release;
	return first === undefined ? {} : { introduced: first };
}

/** Returns the group of a type: that of kinds in the same package, or undefined. */
function groupIn({ definitions }: OpenApiDocument, key: TypeKey): string | undefined {
	for (const [name, definition] of Object.entries(definitions)) {
		const [kind, ...more] = kindsOf(definition);
		if (kind !== undefined && more.length === 0 && keyOf(name).package === key.package) return kind.group;
	}
	return undefined;
}
