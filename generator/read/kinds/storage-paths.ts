/**
 * Paths of a kind that the server reads in stored objects: of its scale and its selectable fields. A spec names them in the words of the
 * origin, and they are translated once the steps to the storage version are known. Selectors keep the names in the spec.
 */
import type { ConversionStep, KindDescriptor, Subresources } from '../../../runtime/model/catalog.ts';
import { storagePath } from '../../../runtime/schema/conversion/combined-steps.ts';
import type { ReadContext } from '../context.ts';
import { keyNode, type MapNode, mapAt } from '../source/node.ts';

type Selectable = Pick<KindDescriptor, 'selectableFields' | 'selectableIntroduced' | 'indexedFields' | 'fieldLabels'>;
type Mutable<T> = { -readonly [K in keyof T]: T[K] };

export class StoragePaths {
	readonly #node: MapNode;
	readonly #steps: readonly ConversionStep[];
	readonly #context: ReadContext;

	/** Takes the kind and the steps from the origin to the storage version, which are filled in later. */
	constructor(node: MapNode, steps: readonly ConversionStep[], context: ReadContext) {
		this.#node = node;
		this.#steps = steps;
		this.#context = context;
	}

	subresources(found: Subresources): Subresources {
		const { scale } = found;
		if (scale === undefined) return found;
		const translated: Mutable<typeof scale> = { ...scale };
		this.#context.later.push(() => {
			const paths = mapAt(mapAt(this.#node, 'subresources'), 'scale');
			for (const name of ['replicas', 'statusReplicas', 'selector'] as const) {
				const path = scale[name];
				if (path !== undefined) translated[name] = this.#translated(path, `the path of ${name}`, paths === undefined ? this.#node : keyNode(paths, name));
			}
		});
		return { ...found, scale: translated };
	}

	selectable(kind: Mutable<Selectable>): void {
		if (kind.selectableFields.length === 0) return;
		this.#context.later.push(() => {
			if (this.#steps.length === 0) return;
			const { selectableFields, fieldLabels = [], indexedFields, selectableIntroduced } = kind;
			const node = keyNode(this.#node, 'selectableFields');
			const to = new Map(selectableFields.map((path) => [path, this.#translated(path, `the selectable field ${path}`, node)]));
			const moved = (path: string): string => to.get(path) ?? path;
			const listed = selectableFields.filter((path) => !fieldLabels.some(({ hides }) => hides.includes(path)));
			const own = listed.filter((path) => moved(path) !== path).map((path) => ({ label: path, of: [moved(path)], hides: [moved(path)] }));
			const labels = [...fieldLabels.map((label) => ({ ...label, of: label.of.map(moved), hides: label.hides.map(moved) })), ...own];
			kind.selectableFields = [...new Set(selectableFields.map(moved))];
			if (labels.length > 0) kind.fieldLabels = labels;
			if (indexedFields !== undefined) kind.indexedFields = indexedFields.map(moved);
			if (selectableIntroduced !== undefined)
				kind.selectableIntroduced = Object.fromEntries(Object.entries(selectableIntroduced).map(([path, release]) => [moved(path), release]));
		});
	}

	#translated(path: string, what: string, node: ReturnType<typeof keyNode>): string {
		const found = storagePath(path, this.#steps);
		if (found === undefined) this.#context.report(node, `${what} is not a separate field in the storage version: ${path} is a part of another value there`);
		return found ?? path;
	}
}
