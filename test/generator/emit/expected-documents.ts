/** Of a real document, what is expected of ours: all of it but the paths of what is not here, and what they alone refer to. */

type Node = Record<string, unknown>;

/** A document of either version, in the words of version 2. */
export interface Document {
	readonly paths: Readonly<Record<string, unknown>>;
	readonly definitions: Readonly<Record<string, unknown>>;
}

/** Paths of no kind, of what the server does not have: the files in which a machine writes its logs. Said in docs/conformance/differences.md. */
const notHere = /^\/logs\//;
/** Of a client generator, in the processed document. */
const ofAnyGroup = /\{group\}|\{plural\}/;

const isList = (path: string): boolean => /^\/apis\/[^/]+\/([^/]+\/)?$/.test(path);

export function expected({ paths, definitions }: Document): Document {
	const all = Object.keys(paths).filter((path) => !notHere.test(path) && !ofAnyGroup.test(path));
	/** The path that lists what is below it goes with the last of it. */
	const isLeft = (path: string): boolean => !isList(path) || all.some((other) => other.startsWith(path) && !isList(other));
	const kept = Object.fromEntries(all.filter(isLeft).map((path) => [path, paths[path]]));
	const whole = reached(paths, definitions);
	const needed = reached(kept, definitions);
	// What no path refers to goes with the last of them.
	const stays = (name: string): boolean => needed.has(name) || (!whole.has(name) && Object.keys(kept).length > 0);
	return { paths: kept, definitions: Object.fromEntries(Object.entries(definitions).filter(([name]) => stays(name))) };
}

/** Names of the definitions that these paths refer to, at first or second hand. */
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

/** Names of the definitions that a part of a document refers to. A property may have the name `$ref`. */
function referred(node: unknown): readonly string[] {
	if (Array.isArray(node)) return node.flatMap(referred);
	if (node === null || typeof node !== 'object') return [];
	const { $ref } = node as Node;
	const own = typeof $ref === 'string' ? [$ref.slice($ref.lastIndexOf('/') + 1)] : [];
	return [...own, ...Object.values(node).flatMap(referred)];
}
