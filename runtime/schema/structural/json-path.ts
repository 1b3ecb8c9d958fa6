/**
 * JSON paths of printer columns as expressions. Supported forms are plain paths, one filter by equality, and the first of several entries.
 */

/** A step of a path: a field or key, an index of a list, the entries whose field has a value, or every entry. */
export type Step = { readonly name: string } | { readonly index: number } | { readonly field: string; readonly equals: string } | 'every';

/** Matches one step: `.name`, in which dots and slashes are written `\.`; `['name']`, likewise; `[0]`; `[*]`; `[?(@.field=="value")]`. */
const step =
	/\.((?:\\.|[^\\.[\]()'"@?*\s])+)|\['((?:\\.|[^\\'])+)'\]|\[(\d+)\]|(\[\*\])|\[\?\(@\.([A-Za-z_][A-Za-z0-9_]*)\s*==\s*(?:"([^"\\]*)"|'([^'\\]*)')\)\]/y;

/** Returns the steps of a path; undefined when the path has another form. */
export function jsonPathSteps(path: string): readonly Step[] | undefined {
	const steps: Step[] = [];
	const next = new RegExp(step);
	while (next.lastIndex < path.length) {
		const found = next.exec(path);
		if (found === null) return undefined;
		const [, name, within, index, every, field, one, other] = found;
		if (name !== undefined) steps.push({ name: name.replace(/\\(.)/g, '$1') });
		else if (within !== undefined) {
			const inner = jsonPathSteps(`.${within}`);
			if (inner === undefined) return undefined;
			steps.push(...inner);
		} else if (field !== undefined) steps.push({ field, equals: one ?? other ?? '' });
		else steps.push(every === undefined ? { index: Number(index) } : 'every');
	}
	return steps;
}

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Reports whether every entry of the list at a path has a value at the names below it. */
type AlwaysThere = (list: readonly Step[], names: readonly NamedStep[]) => boolean;

interface NamedStep {
	readonly name: string;
}

/** Returns the expression of a path; undefined when there is no such expression. */
export function jsonPathExpression(steps: readonly Step[], isAlwaysThere: AlwaysThere = () => false): string | undefined {
	const at = steps.findIndex((one) => one === 'every' || 'field' in one);
	if (at < 0) return `self${steps.map((one) => selected(one)).join('')}`;
	const [list, entries, rest] = [steps.slice(0, at), steps[at], steps.slice(at + 1)];
	if (list.length === 0 || !list.every(isName) || rest.some((one) => typeof one === 'object' && 'field' in one)) return undefined;
	// The table shows the first existing value. An index out of range is an error, for which the cell stays empty.
	const names = rest
		.slice(
			0,
			[...rest, 'every' as const].findIndex((one) => !isName(one)),
		)
		.filter(isName);
	const conditions = [
		...(typeof entries === 'object' && 'field' in entries ? [equality(entries, isAlwaysThere(list, [{ name: entries.field }]))] : []),
		...(names.length === 0 || isAlwaysThere(list, names) ? [] : [`each${names.map(ifThere).join('')}.hasValue()`]),
	];
	const filter = conditions.length === 0 ? '' : `.filter(each, ${conditions.join(' && ')})`;
	// The value in the first entry, null without one.
	return `self${list.map(ifThere).join('')}.orValue([])${filter}[?0]${rest.map(ifThere).join('')}.orValue(null)`;
}

function equality({ field, equals }: { readonly field: string; readonly equals: string }, isThere: boolean): string {
	const value = JSON.stringify(equals);
	return isThere ? `each.${field} == ${value}` : `each.?${field}.orValue("") == ${value}`;
}

export function isName(one: Step): one is NamedStep {
	return typeof one === 'object' && 'name' in one;
}

function selected(one: Step): string {
	if (isName(one)) return identifier.test(one.name) ? `.${one.name}` : `[${JSON.stringify(one.name)}]`;
	return typeof one === 'object' && 'index' in one ? `[${one.index}]` : '';
}

function ifThere(one: Step): string {
	if (!isName(one)) return `[?${typeof one === 'object' && 'index' in one ? one.index : 0}]`;
	return identifier.test(one.name) ? `.?${one.name}` : `[?${JSON.stringify(one.name)}]`;
}
