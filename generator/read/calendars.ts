/** Calendars of the specs: the platform's, and one of a product, whose spec root has a `releases.yaml` of its own. */
import type { GateDescriptor } from '../../runtime/model/catalog.ts';
import type { Report } from './diagnostics/diagnostic.ts';
import { where } from './packages.ts';
import { type Calendar, readCalendar } from './releases.ts';
import { keyNode, type MapNode, mapAt, type SpecNode } from './source/node.ts';

const noCalendar: Calendar = { default: '', releases: [], dates: new Map(), gates: [], node: undefined };

export class Calendars {
	readonly platform: Calendar;
	readonly product: Calendar | undefined;
	/** Gates of both calendars. */
	readonly gates: readonly GateDescriptor[];

	constructor(platform: Calendar, product: Calendar | undefined) {
		this.platform = platform;
		this.product = product;
		this.gates = [...platform.gates, ...(product?.gates ?? []).map((gate) => ({ ...gate, product: true as const }))];
	}

	/** Returns the calendar of the spec root that has the node. */
	of(node: SpecNode): Calendar {
		return this.#isOfProduct(node) && this.product !== undefined ? this.product : this.platform;
	}

	/** Returns the mark of a kind or type whose releases are the product's. */
	mark(node: SpecNode): { readonly product?: true } {
		return this.#isOfProduct(node) ? { product: true } : {};
	}

	#isOfProduct(node: SpecNode): boolean {
		return this.product !== undefined && node.file.root === this.product.node?.file.root;
	}
}

/** Reads the calendars: the first is the platform's, a second one in another root the product's. Gate names are unique across both. */
export function readCalendars(nodes: readonly MapNode[], report: Report): Calendars {
	const [first, ...others] = nodes;
	if (first === undefined) return new Calendars(noCalendar, undefined);
	const [product, third] = others.filter((node) => node.file.root !== first.file.root);
	for (const node of others) if (node.file.root === first.file.root) report(node, `there are two release calendars: the first is ${where(first)}`);
	if (product !== undefined && third !== undefined)
		report(third, `there are two calendars of products: the first is ${where(product)}; a server has one product, so merge the releases of both roots`);
	const platform = readCalendar(first, report);
	if (product === undefined) return new Calendars(platform, undefined);
	const taken = new Set(platform.gates.map(({ name }) => name));
	const gates = mapAt(product, 'gates');
	for (const name of gates?.entries.keys() ?? [])
		if (taken.has(name)) report(keyNode(gates as MapNode, name), `the feature gate ${JSON.stringify(name)} is a gate of the platform: choose another name`);
	return new Calendars(platform, readCalendar(product, report));
}
