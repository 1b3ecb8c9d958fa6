/**
 * Returns the expected part of a real document: all of it except the paths that are not implemented and the definitions that only those
 * use.
 */

type Node = Record<string, unknown>;

/** A document of either version in the form of version 2. */
export interface Document {
	readonly paths: Readonly<Record<string, unknown>>;
	readonly definitions: Readonly<Record<string, unknown>>;
}

/** Paths without a kind that the server does not have: the log files of a machine. See docs/conformance/differences.md. */
const notHere = /^\/logs\//;
/** Placeholder paths that a client generator adds to the processed document. */
const ofAnyGroup = /\{group\}|\{plural\}/;

const isList = (path: string): boolean => /^\/apis\/[^/]+\/([^/]+\/)?$/.test(path);

export function expected({ paths, definitions }: Document): Document {
	const all = Object.keys(paths).filter((path) => !notHere.test(path) && !ofAnyGroup.test(path));
	/** A list path is removed with the last path below it. */
	const isLeft = (path: string): boolean => !isList(path) || all.some((other) => other.startsWith(path) && !isList(other));
	const kept = Object.fromEntries(all.filter(isLeft).map((path) => [path, paths[path]]));
	const whole = reached(paths, definitions);
	const needed = reached(kept, definitions);
	// Definitions that no path uses are removed with the last path.
	const stays = (name: string): boolean => needed.has(name) || (!whole.has(name) && Object.keys(kept).length > 0);
	return { paths: kept, definitions: Object.fromEntries(Object.entries(definitions).filter(([name]) => stays(name))) };
}

/** Returns the names of the definitions that these paths use, directly or indirectly. */
function reached(paths: Document['paths'], definitions: Document['definitions']): ReadonlySet<string> {
	const names = new Set<string>();
	const reach = (node: unknown): void => {
		for (const name of referred(node)) {
			if (names.has(name) || !(name in definitions)) continue;
			names.add(name);
			reach(definitions[name]);
		}
	};
	reach(paths);
	return names;
}

/** Returns the names of the definitions that a part of a document uses. A property may be named `$ref`. */
function referred(node: unknown): readonly string[] {
	if (Array.isArray(node)) return node.flatMap(referred);
	if (node === null || typeof node !== 'object') return [];
	const { $ref } = node as Node;
	const own = typeof $ref === 'string' ? [$ref.slice($ref.lastIndexOf('/') + 1)] : [];
	return [...own, ...Object.values(node).flatMap(referred)];
}
