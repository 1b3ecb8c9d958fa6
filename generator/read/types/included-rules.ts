/**
 * Rules of a whole object that `include` takes along with its fields. A rule that names a field which is left out or renamed stays behind,
 * with a warning: the author writes it for the new type.
 */
import { rules } from '../../../runtime/schema/rules/index.ts';
import type { Report } from '../diagnostics/diagnostic.ts';
import type { Declaration } from '../packages.ts';
import type { Entry, SpecNode } from '../source/node.ts';

const ofObjects: ReadonlySet<string> = new Set(
	rules.filter(({ appliesTo }) => appliesTo.includes('struct')).flatMap(({ keyword, aliases = [] }) => [keyword, ...aliases]),
);

/** Parts of a rule that are read by people. */
const proseKeys: ReadonlySet<string> = new Set(['message', 'description', 'reason']);

interface RuleSource {
	/** Use of the other type, which warnings name. */
	readonly use: SpecNode;
	readonly from: Declaration;
	/** Type that includes it. Its own rules of a keyword replace those that stay behind, without a warning. */
	readonly into: Declaration;
	readonly report: Report;
}

/** Returns the rules in these nodes by keyword. `gone` has the fields of the object that are left out or have another name. */
export function includedRules(nodes: readonly SpecNode[], gone: ReadonlySet<string>, source: RuleSource): ReadonlyMap<string, Entry> {
	const found = new Map<string, Entry>();
	for (const node of nodes) {
		for (const [keyword, entry] of node.kind === 'map' ? node.entries : []) {
			const taken = ofObjects.has(keyword) ? withoutGone(keyword, entry, gone, source) : undefined;
			if (taken !== undefined) found.set(keyword, withRules(found.get(keyword), taken));
		}
	}
	return found;
}

/** Returns the rules of one keyword that name no field which is gone; undefined when none is left. */
function withoutGone(keyword: string, entry: Entry, gone: ReadonlySet<string>, { use, from, into, report }: RuleSource): Entry | undefined {
	const { value } = entry;
	const left = (value.kind === 'list' ? value.items : [value]).filter((item) => {
		const name = [...namesIn(item)].find((each) => gone.has(each));
		if (name !== undefined && !into.schema.entries.has(keyword))
			report(use, `a rule (${keyword}) of ${from.name} is not included, as it names ${JSON.stringify(name)}: write it here for the new fields`, 'warning');
		return name === undefined;
	});
	if (left.length === 0) return undefined;
	return value.kind === 'list' ? { ...entry, value: { ...value, items: left } } : entry;
}

/** Returns the rules of one keyword, with those included. Rules that are written here come first. */
export function withRules(own: Entry | undefined, added: Entry): Entry {
	if (own === undefined) return added;
	if (own.value.kind !== 'list' || added.value.kind !== 'list') return own;
	const known = new Set(own.value.items);
	return { ...own, value: { ...own.value, items: [...own.value.items, ...added.value.items.filter((item) => !known.has(item))] } };
}

/** Yields the names that a rule may take from the object: words of its texts, outside quotes in them. */
function* namesIn(node: SpecNode): Generator<string> {
	if (node.kind === 'scalar') {
		if (typeof node.value === 'string') yield* node.value.replace(/'[^']*'|"[^"]*"/g, ' ').match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? [];
	} else if (node.kind === 'list') for (const item of node.items) yield* namesIn(item);
	else for (const [key, { value }] of node.entries) if (!proseKeys.has(key)) yield* namesIn(value);
}
