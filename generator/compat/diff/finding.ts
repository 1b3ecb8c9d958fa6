/** Consequences of changed keywords. Rows of tables in this folder make them; `diff.ts` adds places. */
import type { Json } from '../../../runtime/model/catalog.ts';
import { type Change, type Sort, shown } from '../change.ts';
import { equalJson, type JsonRecord } from '../json.ts';

export type Finding = Pick<Change, 'sort' | 'message' | 'from' | 'to' | 'breaking' | 'instead' | 'sdk'> & {
	/** Broken rule; rule 1 by default, for breaking changes. */
	readonly rule?: Change['rule'];
	/** Applies to alpha versions too. */
	readonly always?: true;
};

/** All keywords of the element, before and after. */
export interface Beside {
	readonly from: JsonRecord;
	readonly to: JsonRecord;
}

/** Returns the consequences of a keyword's change; called only for different values. */
export type Classify = (from: Json | undefined, to: Json | undefined, beside: Beside) => readonly Finding[];

export type Table<Keyword extends string> = Readonly<Record<Keyword, Classify>>;

type More = Partial<Pick<Finding, 'from' | 'to' | 'instead' | 'sdk' | 'rule' | 'always'>>;

export function breaks(sort: Sort, message: string, more: More = {}): Finding {
	return { sort, message, breaking: true, sdk: 'major', ...more };
}

export function keeps(sort: Sort, message: string, more: More = {}): Finding {
	return { sort, message, breaking: false, sdk: 'minor', ...more };
}

/** Returns a classifier for a keyword that appears, changes or disappears. Its findings have both values. */
export function change({ appears, differs, goes }: { readonly appears: Finding; readonly differs: Finding; readonly goes: Finding }): Classify {
	return (from, to) => {
		const finding = from === undefined ? appears : to === undefined ? goes : differs;
		return [{ ...finding, ...(from === undefined ? {} : { from: shown(from) }), ...(to === undefined ? {} : { to: shown(to) }) }];
	};
}

/** Returns a classifier with the same finding for every change. */
export function either(finding: Finding): Classify {
	return change({ appears: finding, differs: finding, goes: finding });
}

/** Returns a classifier for a flag, which is absent when false. */
export function flag(on: Finding, off: Finding): Classify {
	return change({ appears: on, differs: on, goes: off });
}

/** Returns a classifier for a list, by added and removed entries. */
export function entries(added: (entry: string) => Finding, removed: (entry: string) => Finding, reordered?: Finding): Classify {
	return (from, to) => {
		const [were, are] = [listOf(from), listOf(to)];
		const found = [
			...are.filter((entry) => !were.some((other) => equalJson(entry, other))).map((entry) => added(shown(entry))),
			...were.filter((entry) => !are.some((other) => equalJson(entry, other))).map((entry) => removed(shown(entry))),
		];
		if (found.length > 0 || reordered === undefined) return found;
		return [{ ...reordered, from: were.map(shown).join(', '), to: are.map(shown).join(', ') }];
	};
}

export function listOf(value: Json | undefined): readonly Json[] {
	return Array.isArray(value) ? value : [];
}

/** Returns the findings of all different keywords. A keyword without a row is a programming error, which TypeScript finds. */
export function compareBy(table: Readonly<Record<string, Classify>>, beside: Beside, only: (keyword: string) => boolean = () => true): readonly Located[] {
	const keywords = [...new Set([...Object.keys(beside.from), ...Object.keys(beside.to)])].filter(only);
	return keywords.flatMap((keyword) => {
		const [from, to] = [beside.from[keyword], beside.to[keyword]];
		if (equalJson(from, to)) return [];
		const classify = Object.hasOwn(table, keyword) ? table[keyword] : undefined;
		if (classify === undefined)
			throw new Error(`the lock has the keyword ${JSON.stringify(keyword)}, which is unknown to this version: a later version wrote it`);
		return classify(from, to, beside).map((finding) => ({ ...finding, keyword }));
	});
}

export type Located = Finding & { readonly keyword: string };
