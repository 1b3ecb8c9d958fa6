/** The built-in specs as the server serves them, and real documents for comparison. Suites report when the reference data is missing. */
import { existsSync, readFileSync } from 'node:fs';
import type { Model } from '../../../generator/model.ts';
import type { Catalog, Release } from '../../../runtime/model/catalog.ts';
import { speakAll } from '../../../runtime/model/vocabulary.ts';
import { narrow } from '../../../runtime/schema/emulated-catalog.ts';
import { modelWith } from '../../setup/built-in-specs.ts';
import { referencePath } from '../../setup/reference.ts';
import { kubernetes, spoken } from './fixture.ts';

export const references = referencePath('.');

export const referencesAreThere = existsSync(references);

if (!referencesAreThere) console.warn(`skipped: comparisons with real documents, because there is no ${references}`);

let made: Promise<Model> | undefined;

/** Returns the model of `specs/`, built once per test process. */
export function builtInModel(): Promise<Model> {
	made ??= modelWith();
	return made;
}

/** The real documents were generated with every feature gate enabled. */
export const everyGate = { AllAlpha: true, AllBeta: true };

/** Returns the document that a server of that release serves under the kubernetes vocabulary, including versions served on request. */
export function served(
	model: Model,
	release: Release,
	gates: Readonly<Record<string, boolean>> = {},
): { readonly catalog: Catalog; readonly docs: Model['docs']; readonly vocabulary: typeof kubernetes } {
	return { catalog: narrow(spoken(model.catalog, kubernetes), release, gates), docs: speakAll(model.docs, kubernetes), vocabulary: kubernetes };
}

export function readJson(path: string): unknown {
	return JSON.parse(readFileSync(`${references}/${path}`, 'utf8'));
}

export interface Difference {
	/** Path into the document. */
	readonly at: string;
	readonly ours: unknown;
	readonly theirs: unknown;
}

function isObject(value: unknown): value is Record<string, unknown> {
	return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** Returns a text that is equal for values that differ only in the order of lists. */
export function canonical(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonical).sort().join()}]`;
	if (isObject(value)) {
		const entries = Object.entries(value).filter(([, item]) => item !== undefined);
		return `{${entries
			.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`)
			.sort()
			.join()}}`;
	}
	return JSON.stringify(value) ?? 'undefined';
}

/** Returns every difference of two documents; the order of lists and keys is ignored. */
export function differences(ours: unknown, theirs: unknown, at = ''): Difference[] {
	if (isObject(ours) && isObject(theirs)) {
		const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
		return [...keys].flatMap((key) => differences(ours[key], theirs[key], `${at}/${key}`));
	}
	return canonical(ours) === canonical(theirs) ? [] : [{ at, ours, theirs }];
}

/** Returns a document without descriptions, which are our own, with `change` applied to each object. */
export function withoutDescriptions(value: unknown, change: (node: Record<string, unknown>) => Record<string, unknown> = (node) => node): unknown {
	if (Array.isArray(value)) return value.map((item) => withoutDescriptions(item, change));
	if (!isObject(value)) return value;
	const entries = Object.entries(value)
		.filter(([key, item]) => !(key === 'description' && typeof item === 'string'))
		.map(([key, item]) => [key, withoutDescriptions(item, change)]);
	return change(Object.fromEntries(entries));
}

/** A known difference and its reason. */
export interface Known {
	readonly at: RegExp;
	readonly because: string;
}

/** Returns the unexplained differences and the explanations that were used. */
export function unexplained(
	found: readonly Difference[],
	known: readonly Known[],
): { readonly differences: readonly Difference[]; readonly used: readonly Known[] } {
	return {
		differences: found.filter(({ at }) => !known.some((each) => each.at.test(at))),
		used: known.filter((each) => found.some(({ at }) => each.at.test(at))),
	};
}
