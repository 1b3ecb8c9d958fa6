/** Types as structural schemas, with every nested type in place. */
import type { Catalog, Field, ListSchema, MapSchema, Schema, TypeDescriptor, TypeDocs, TypeName } from '../../../runtime/model/catalog.ts';
import { setOwn } from '../../../runtime/model/equal.ts';
import { compile } from '../../../runtime/schema/compile.ts';
import type { CompiledSchemas } from '../../../runtime/schema/compiled.ts';
import { inlined, type Property, preservesUnknown, propertiesOf } from '../../../runtime/schema/properties.ts';
import { unionMembers } from '../../../runtime/schema/union.ts';
import { descriptionOf } from '../../model.ts';
import { defaultPresence } from '../../read/keywords/presence.ts';
import { Budget, type Times } from './budget.ts';
import { plainTypes, refuses, zeros } from './plain-types.ts';
import { addKeyRules, addNotEmpty, addRules, addValidation, type ExportContext, escaped, type Structural } from './rules.ts';

export interface SchemaSource {
	/** Catalog of one release. */
	readonly catalog: Catalog;
	readonly docs: TypeDocs;
}

export interface MadeSchema {
	readonly schema: Structural;
	/** Parts that cannot be expressed, by path. */
	readonly lost: readonly string[];
}

/** Returns the schema of a kind's type. */
export function structuralSchema(type: TypeName, source: SchemaSource): MadeSchema {
	const lost: string[] = [];
	return { schema: new Maker(source, lost).root(type), lost };
}

const ofEveryKind: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** Position of a value in the document. */
interface Position {
	readonly path: string;
	/** Types around the value. */
	readonly within: readonly TypeName[];
	/** Number of times that the value can occur in one object. */
	readonly times: Times;
}

class Maker {
	readonly #source: SchemaSource;
	readonly #lost: string[];
	readonly #lookup: (name: TypeName) => TypeDescriptor;
	readonly #budget: Budget;
	readonly #schemas: CompiledSchemas;

	constructor(source: SchemaSource, lost: string[]) {
		this.#source = source;
		this.#lost = lost;
		this.#lookup = (name) => source.catalog.type(name);
		this.#budget = new Budget(this.#lookup);
		this.#schemas = compile(source.catalog);
	}

	root(name: TypeName): Structural {
		return this.#struct(name, { path: '', within: [], times: 1 }, { root: true });
	}

	#place({ path, times }: Position): ExportContext {
		return {
			lose: (what, why) => void this.#lost.push(`${path === '' ? '' : `${path}: `}${what}: ${why}`),
			affords: (rule, schema) => this.#budget.spend(rule, schema, times),
			namesOf: (struct) => (struct.kind === 'struct' ? propertiesOf(this.#lookup(struct.type), this.#lookup).map(({ name }) => name) : []),
			fieldOf: (struct, name) =>
				struct.kind === 'struct' ? propertiesOf(this.#lookup(struct.type), this.#lookup).find((property) => property.name === name)?.schema : undefined,
		};
	}

	#struct(name: TypeName, at: Position, { root = false } = {}): Structural {
		const { path, within } = at;
		const place = this.#place(at);
		const type = this.#lookup(name);
		const node: Structural = { type: 'object' };
		if (within.includes(name)) {
			place.lose('its fields', 'a type within itself has no structural schema: any fields are kept');
			node['x-kubernetes-preserve-unknown-fields'] = true;
			return node;
		}
		const described = this.#source.docs[name]?.[''];
		if (described && !root) node.description = described;
		const properties = propertiesOf(type, this.#lookup);
		const required = properties.filter(
			({ name, field, schema }) =>
				!(root && (ofEveryKind.has(name) || name === 'status')) &&
				(isRequired(field) || this.#absent(field, schema) === 'refused' || this.#missed(name, field, schema, type)),
		);
		if (required.length > 0) node.required = required.map((property) => property.name);
		const embedded = (type.rules ?? []).some(({ rule }) => rule === 'embeddedResource');
		const made: Record<string, Structural> = {};
		for (const property of properties) {
			if (root && ofEveryKind.has(property.name)) made[property.name] = property.name === 'metadata' ? { type: 'object' } : { type: 'string' };
			else if (!(embedded && ofEveryKind.has(property.name)))
				setOwn(
					made,
					property.name,
					this.#property(property, { ...at, path: path === '' ? property.name : `${path}.${property.name}`, within: [...within, name] }),
				);
		}
		if (Object.keys(made).length > 0) node.properties = made;
		for (const part of inlined(type, this.#lookup)) addRules(node, part.rules ?? [], { kind: 'struct', type: part.name }, place);
		if (preservesUnknown(type, this.#lookup)) node['x-kubernetes-preserve-unknown-fields'] = true;
		if (type.mapType === 'atomic') node['x-kubernetes-map-type'] = 'atomic';
		this.#addUnions(node, type, place);
		for (const { name: field, field: said } of properties) if (said.immutable) addImmutable(node, field);
		return node;
	}

	#property({ name, field, schema, owner }: Property, at: Position): Structural {
		const { lose } = this.#place(at);
		const node = this.#value(schema, at);
		const description = descriptionOf(this.#source.docs, owner, name);
		if (description) node.description = description;
		if (field.default !== undefined) node.default = field.default;
		else if (this.#absent(field, schema) === 'empty') node.default = {};
		if (field.nullable) node.nullable = true;
		if (field.mapType === 'atomic') node['x-kubernetes-map-type'] = 'atomic';
		if (isRequired(field) && !field.emptyIsGiven) addNotEmpty(node, schema);
		if (field.writeOnly) lose('writeOnly', 'the sent value is stored and shown');
		if (field.gate !== undefined) lose(`gate ${field.gate}`, 'the field exists regardless of the gate');
		if (field.presence === 'nullable') lose('presence: nullable', 'absent values are not shown as null');
		// The author did not state a presence that equals the default.
		const isStated = field.presence !== defaultPresence(schema, field.required === true);
		const zero = isStated && (field.presence === 'omitZero' || field.presence === 'always') ? zeros[schema.kind] : undefined;
		if (zero !== undefined && ((field.default ?? zero) !== zero || refuses(schema, zero)))
			lose(`presence: ${field.presence}`, `${JSON.stringify(zero)} is an ordinary value, not an absent one`);
		return node;
	}

	/** Returns how to treat an absent struct that is always present when decoded: it is validated like an empty one. */
	#absent({ presence, default: own }: Field, schema: Schema): 'empty' | 'refused' | undefined {
		if (schema.kind !== 'struct' || presence !== 'always' || own !== undefined) return undefined;
		const type = this.#schemas.type(schema.type);
		const empty = type.read({}, { notices: [] });
		type.applyDefaults(empty);
		return type.validate(empty).length === 0 ? 'empty' : 'refused';
	}

	/**
	 * Reports whether rules of the struct report an absent text that the field allows to be empty. Such a field can be exported as
	 * required.
	 */
	#missed(name: string, { required, mayBeEmpty }: Field, schema: Schema, holder: TypeDescriptor): boolean {
		if (required !== true || mayBeEmpty !== true || schema.kind !== 'string' || holder.rules === undefined) return false;
		const type = this.#schemas.type(holder.name);
		return type.validate(type.read({}, { notices: [] })).some((cause) => cause.field === name);
	}

	#value(schema: Schema, at: Position): Structural {
		const node = this.#bare(schema, at);
		if (schema.nullable) node.nullable = true;
		addRules(node, schema.rules ?? [], schema, this.#place(at));
		return node;
	}

	#bare(schema: Schema, at: Position): Structural {
		switch (schema.kind) {
			case 'struct':
				return this.#struct(schema.type, at);
			case 'list':
				return this.#list(schema, at);
			case 'map': {
				const node: Structural = { type: 'object', additionalProperties: this.#value(schema.values, this.#inner(schema, at, '[*]')) };
				if (schema.mapType !== undefined) node['x-kubernetes-map-type'] = schema.mapType;
				addKeyRules(node, schema.keys?.rules ?? [], schema, this.#place(at));
				return node;
			}
			case 'variant':
				this.#place(at).lose('type: variant', 'any value is accepted, because a structural schema has exactly one type');
				return { ...plainTypes.any };
			case 'string':
			case 'int32':
			case 'int64':
			case 'boolean':
			case 'double': {
				if (schema.enum !== undefined && schema.enumOpen) this.#place(at).lose('enumOpen', 'documents do not list the values');
				for (const value of Object.keys(schema.enumGates ?? {})) this.#place(at).lose(`enumGates: ${value}`, 'the value is allowed regardless of the gate');
				const allowed = schema.enum === undefined || schema.enumOpen ? {} : { enum: [...schema.enum] };
				return { ...plainTypes[schema.kind], ...allowed };
			}
			case 'bytes':
				this.#place(at).lose('bytes', 'empty ones are refused');
				return { ...plainTypes.bytes };
			default:
				return { ...plainTypes[schema.kind] };
		}
	}

	#inner(schema: ListSchema | MapSchema, at: Position, step: string): Position {
		return { ...at, path: at.path + step, times: this.#budget.within(schema, at.times) };
	}

	#list(schema: ListSchema, at: Position): Structural {
		const node: Structural = { type: 'array', items: this.#value(schema.items, this.#inner(schema, at, '[]')) };
		if (schema.listType === undefined) return node;
		const { lose } = this.#place(at);
		if (schema.mayRepeat !== undefined && schema.listType !== 'atomic') {
			lose(`listType: ${schema.listType}`, 'entries may repeat, which keyed lists and sets refuse; therefore the list has one owner');
			return node;
		}
		const vague = (schema.mapKeys ?? []).filter((key) => !this.#isSure(schema, key));
		if (schema.listType === 'map' && vague.length > 0) {
			lose('listType: map', `${vague.join(', ')} may be absent, which is forbidden for keys; therefore the list has one owner`);
			return node;
		}
		node['x-kubernetes-list-type'] = schema.listType;
		if (schema.listType === 'map') node['x-kubernetes-list-map-keys'] = [...(schema.mapKeys ?? [])];
		return node;
	}

	/** Reports whether every entry has the key: it is required or has a default. */
	#isSure({ items }: ListSchema, key: string): boolean {
		if (items.kind !== 'struct') return false;
		const found = propertiesOf(this.#lookup(items.type), this.#lookup).find(({ name }) => name === key);
		return found !== undefined && (isRequired(found.field) || found.field.default !== undefined);
	}

	#addUnions(node: Structural, type: TypeDescriptor, { lose }: ExportContext): void {
		for (const part of inlined(type, this.#lookup))
			for (const { name, members, discriminator } of part.unions ?? []) {
				const groups = unionMembers(part, name, this.#lookup).map(({ properties }) => properties.map((property) => property.name));
				const names = groups.flat();
				const given = groups.map((group) => `(${group.map((member) => `has(self.${escaped(member)})`).join(' || ')} ? 1 : 0)`).join(' + ');
				const says = `must specify ${members === 'exactlyOne' ? 'one' : 'at most one'} of: ${names.map((member) => `\`${member}\``).join(', ')}`;
				addValidation(node, { rule: `${given} ${members === 'exactlyOne' ? '==' : '<='} 1`, message: says });
				if (discriminator !== undefined) lose(`discriminator of ${name}`, 'that it names the member is not checked');
			}
	}
}

function isRequired({ required, mayBeEmpty }: Field): boolean {
	return required === true && mayBeEmpty !== true;
}

function addImmutable(node: Structural, field: string): void {
	const [own, old] = [`self.${escaped(field)}`, `oldSelf.${escaped(field)}`];
	const rule = `has(${own}) == has(${old}) && (!has(${own}) || ${own} == ${old})`;
	addValidation(node, { rule, message: 'field is immutable', fieldPath: `.${field}` });
}
