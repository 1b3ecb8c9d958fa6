import type { Json, JsonValue, Schema } from '../../model/catalog.ts';
import { tooLong } from '../../model/cause.ts';
import { bytesOf } from '../../scalars/quantity.ts';
import type { Rule, RuleContext } from './rule.ts';

interface TotalSize {
	readonly of: readonly string[];
	readonly maxBytes: number;
	/** True when the keys of maps count, too. */
	readonly keys: boolean;
	/** Maximum number of entries of all maps and lists. Kubernetes reports more entries as a size, so the cause calls them bytes. */
	readonly entries: number;
}

export const totalSize: Rule = {
	keyword: 'totalSize',
	appliesTo: ['struct'],
	argument: {
		type: 'object',
		required: ['of', 'max'],
		properties: {
			of: { type: 'array', items: { type: 'string' } },
			max: { type: ['integer', 'string'] },
			keys: { type: 'boolean' },
			entries: { type: 'integer' },
		},
		additionalProperties: false,
	},
	documentation:
		'Maximum size of the values of these fields together, in bytes (base64 decoded). With `keys` the keys of maps count as well. `entries` bounds the number of entries.',
	describe(argument) {
		const { of, maxBytes, entries } = read(argument);
		const bound = entries === Number.POSITIVE_INFINITY ? '' : `, in at most ${entries} entries`;
		return `${of.map((field) => `\`${field}\``).join(' and ')} hold at most ${maxBytes} bytes together${bound}`;
	},
	checkArgument(argument) {
		try {
			read(argument);
			return undefined;
		} catch (error) {
			return error instanceof Error ? error.message : String(error);
		}
	},
	compile(argument, context) {
		const { of, maxBytes, keys, entries } = read(argument);
		const fields = of.map((name) => ({ name, size: sizeOf(schemaOf(name, context), keys) }));
		return (value, _old, site) => {
			if (value === null || typeof value !== 'object' || Array.isArray(value)) return;
			let total = 0;
			let count = 0;
			for (const { name, size } of fields) {
				const field = Object.hasOwn(value, name) ? value[name] : undefined;
				if (entries !== Number.POSITIVE_INFINITY) count += entriesOf(field);
				total += size(field);
			}
			const exceeded = count > entries ? entries : total > maxBytes ? maxBytes : undefined;
			if (exceeded === undefined) return;
			// The cause names the field, or the parent of several fields. The root has the path that Kubernetes prints for it.
			const path = of.length === 1 ? site.path.child(of[0] ?? '') : site.path.toString();
			site.causes.push(tooLong(path === '' ? '[]' : path, exceeded));
		};
	},
};

function read(argument: Json): TotalSize {
	const {
		of,
		max,
		keys = false,
		entries = Number.POSITIVE_INFINITY,
	} = argument as {
		of: readonly string[];
		max: number | string;
		keys?: boolean;
		entries?: number;
	};
	return { of, maxBytes: bytesOf(max), keys, entries };
}

function schemaOf(name: string, { schema, type }: RuleContext): Schema | undefined {
	return schema.kind === 'struct' ? type(schema.type).fields.find((field) => field.name === name)?.schema : undefined;
}

function entriesOf(value: JsonValue | undefined): number {
	return value !== null && typeof value === 'object' ? Object.keys(value).length : 0;
}

type Size = (value: JsonValue | undefined) => number;

/** Returns a function that sums the sizes in maps and lists. Strings count in UTF-8, bytes decoded. */
function sizeOf(schema: Schema | undefined, keys = false): Size {
	switch (schema?.kind) {
		case 'bytes':
			return (value) => (typeof value === 'string' ? decodedLength(value) : 0);
		case 'map': {
			const size = sizeOf(schema.values);
			const sizeOfKey = keys ? Buffer.byteLength : () => 0;
			return (value) =>
				value === null || typeof value !== 'object' ? 0 : Object.entries(value).reduce<number>((sum, [key, item]) => sum + sizeOfKey(key) + size(item), 0);
		}
		case 'list': {
			const size = sizeOf(schema.items);
			return (value) => (Array.isArray(value) ? value.reduce<number>((sum, item) => sum + size(item), 0) : 0);
		}
		default:
			return (value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0);
	}
}

function decodedLength(base64: string): number {
	const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
	return (base64.length / 4) * 3 - padding;
}
