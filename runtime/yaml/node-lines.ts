/** Lines of the members of maps and lists in a YAML document, for errors about a configuration file. */
import type { YamlValue } from './value.ts';

type Container = Exclude<YamlValue, string | number | boolean | null>;

/** One step of a place such as `plugins[0].name`. */
const step = /\[(\d+)\]|\.?([^.[]+)/gy;

export class NodeLines {
	readonly #lines = new Map<object, Map<string | number, number>>();

	/** Records the line of a member: a key of a map, or an index of a list. */
	set(container: object, member: string | number, line: number): void {
		const members = this.#lines.get(container) ?? new Map<string | number, number>();
		this.#lines.set(container, members.set(member, line));
	}

	/** Returns the line of a place, or of its nearest existing ancestor. */
	lineAt(root: YamlValue, where: string): number {
		let value: YamlValue | undefined = root;
		let line = 1;
		for (const [, index, key = ''] of where.matchAll(step)) {
			if (typeof value !== 'object' || value === null) break;
			const member = index === undefined ? key : Number(index);
			const found = this.#lines.get(value)?.get(member);
			if (found === undefined) break;
			line = found;
			value = (value as Container & Record<string | number, YamlValue>)[member];
		}
		return line;
	}
}
