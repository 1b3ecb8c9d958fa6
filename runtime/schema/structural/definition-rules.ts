/** Rules for the schema of a definition beyond its structure: allowed keywords, lists and their keys, and expressions. */
import type { JsonValue } from '../../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue, notSupported, required } from '../../model/cause.ts';
import { checkExpressions, type ExpressionFindings, within } from './expressions.ts';
import { fieldAt } from './field-path.ts';
import { keyed, type Props } from './props.ts';

const types = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const identity: ReadonlySet<string> = new Set(['metadata', 'kind', 'apiVersion']);

export interface Demands {
	/** True to require known type names. */
	readonly knownTypes: boolean;
	/** True to require scalar or atomic entries in sets. */
	readonly atomicSets: boolean;
	/** True to require that the keys of list entries are always present. */
	readonly keysAreThere: boolean;
	/** True when defaults are allowed; otherwise the reason why not. */
	readonly defaults: true | string;
}

interface SchemaContext {
	readonly path: string;
	readonly isRoot: boolean;
	readonly inIdentity: boolean;
	readonly defaults: true | string;
	/** Outermost enclosing list or object whose parts have no counterpart in the old object. */
	readonly unmatched: string | undefined;
	/** Findings about expressions. Undefined when expressions are not checked here. */
	readonly findings: ExpressionFindings | undefined;
}

export interface DefinitionFindings {
	readonly schema: Cause[];
	readonly expressions: Cause[];
}

/** Returns the violations. If the schema is structural, `findings` collects those of expressions. */
export function definitionViolations(
	props: Props,
	path: string,
	demands: Demands,
	product: string,
	findings: ExpressionFindings | undefined,
): DefinitionFindings {
	const rules = new DefinitionRules(demands, product);
	return rules.check(props, { path, isRoot: true, inIdentity: false, defaults: demands.defaults, unmatched: undefined, findings });
}

class DefinitionRules {
	readonly #demands: Demands;
	readonly #product: string;

	constructor(demands: Demands, product: string) {
		this.#demands = demands;
		this.#product = product;
	}

	#x(path: string, name: string): string {
		return `${path}.x-${this.#product}-${name}`;
	}

	check(props: Props, place: SchemaContext): DefinitionFindings {
		const found: DefinitionFindings = { schema: [...this.#words(props, place)], expressions: [] };
		const { path } = place;
		const below = (part: Props | undefined, at: string, more: Partial<SchemaContext> = {}): void => {
			if (part === undefined) return;
			const inner = this.check(part, { ...place, isRoot: false, ...more, path: at });
			found.schema.push(...inner.schema);
			found.expressions.push(...inner.expressions);
		};
		const aside = { findings: undefined };
		if (props.sent.uniqueItems === true)
			found.schema.push(forbiddenField(`${path}.uniqueItems`, 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic'));
		const additional = props.additionalProperties;
		if (additional !== undefined && additional !== true && props.properties.size > 0)
			found.schema.push(forbiddenField(`${path}.additionalProperties`, 'additionalProperties and properties are mutual exclusive'));
		if (typeof additional === 'object') {
			const defaults = place.inIdentity ? 'must not be set inside additionalProperties applying to object metadata' : place.defaults;
			below(additional, `${path}.additionalProperties`, { defaults, findings: place.findings && within(place.findings, props, '{}') });
		}
		for (const [name, each] of props.properties) {
			const isIdentity = (place.isRoot || props.embedded) && identity.has(name);
			const defaults = isIdentity && place.isRoot ? `must not be set in top-level ${name}` : place.defaults;
			const unmatched = place.unmatched ?? (props.mapType === 'atomic' ? path : undefined);
			below(each, keyed(`${path}.properties`, name), { inIdentity: place.inIdentity || isIdentity, defaults, unmatched });
		}
		below(props.not, `${path}.not`, aside);
		for (const word of ['allOf', 'oneOf', 'anyOf'] as const) for (const [index, each] of props[word].entries()) below(each, `${path}.${word}[${index}]`, aside);
		const unmatched = place.unmatched ?? (props.listType === 'map' ? undefined : path);
		below(props.items, `${path}.items`, { unmatched, findings: place.findings && within(place.findings, props, '[]') });
		for (const [index, each] of (props.itemsList ?? []).entries()) below(each, `${path}.items[${index}]`, { unmatched });
		found.schema.push(...this.#lists(props, path), ...this.#rules(props, path));
		if (props.validations.length > 0 && found.schema.length === 0 && place.findings !== undefined)
			found.expressions.push(...checkExpressions(props, this.#x(path, 'validations'), place.unmatched, place.findings));
		return found;
	}

	*#words({ sent, type, default: own, itemsList, embedded }: Props, { path, inIdentity, defaults }: SchemaContext): Iterable<Cause> {
		const isThere = (name: string): boolean => sent[name] !== undefined && sent[name] !== null && sent[name] !== '';
		if (this.#demands.knownTypes && type !== undefined && !types.includes(type)) yield notSupported(`${path}.type`, type, types);
		if (own !== undefined && defaults !== true) yield forbiddenField(`${path}.default`, defaults);
		const unsupported = ['id', 'additionalItems', 'patternProperties', 'definitions', 'dependencies', '$ref'];
		for (const name of unsupported) if (isThere(name) && !isEmpty(sent[name])) yield forbiddenField(`${path}.${name}`, `${name} is not supported`);
		if (type === 'null') yield forbiddenField(`${path}.type`, 'type cannot be set to null, use nullable as an alternative');
		if (itemsList !== undefined) yield forbiddenField(`${path}.items`, 'items must be a schema object and not an array');
		if (inIdentity && embedded) yield forbiddenField(this.#x(path, 'embedded-resource'), 'must not be used inside of resource meta');
	}

	*#lists(props: Props, path: string): Iterable<Cause> {
		const { type = '', items, listType, listMapKeys: keys, mapType } = props;
		const wants = (name: string, wanted: string): Cause[] => {
			const why = `must be ${wanted} if x-${this.#product}-${name} is specified`;
			return type === '' ? [required(`${path}.type`, why)] : [invalidValue(`${path}.type`, type, why)];
		};
		if (props.preserveUnknown === false) yield invalidValue(this.#x(path, 'preserve-unknown-fields'), false, 'must be true or undefined');
		if (mapType !== undefined && type !== 'object') yield* wants('map-type', 'object');
		if (mapType !== undefined && mapType !== 'atomic' && mapType !== 'granular') yield notSupported(this.#x(path, 'map-type'), mapType, ['atomic', 'granular']);
		if (listType !== undefined && type !== 'array') yield* wants('list-type', 'array');
		else if (this.#demands.atomicSets && listType === 'set' && items) yield* this.#setItems(items, `${path}.items`);
		if (listType !== undefined && !['atomic', 'set', 'map'].includes(listType))
			yield notSupported(this.#x(path, 'list-type'), listType, ['atomic', 'set', 'map']);
		const needsMap = `must be map if x-${this.#product}-list-map-keys is non-empty`;
		if (keys.length > 0 && listType === undefined) yield required(this.#x(path, 'list-type'), needsMap);
		else if (keys.length > 0 && listType !== 'map') yield invalidValue(this.#x(path, 'list-type'), listType, needsMap);
		if (listType === 'map') yield* this.#keyedItems(props, path);
		if (this.#demands.keysAreThere && items && (listType === 'set' || listType === 'map')) yield* this.#presentKeys(props, items, path);
	}

	*#setItems({ type, listType, mapType }: Props, path: string): Iterable<Cause> {
		const why = `must be atomic as item of a list with x-${this.#product}-list-type=set`;
		if (type === 'array' && listType !== undefined && listType !== 'atomic') yield invalidValue(this.#x(path, 'list-type'), listType, why);
		if (type === 'object' && mapType !== 'atomic') yield invalidValue(this.#x(path, 'map-type'), mapType ?? 'null', why);
	}

	*#keyedItems({ items, itemsList, listMapKeys: keys }: Props, path: string): Iterable<Cause> {
		const ofMap = `if x-${this.#product}-list-type is map`;
		const ofParent = `if parent array's x-${this.#product}-list-type is map`;
		const at = this.#x(path, 'list-map-keys');
		if (keys.length === 0) yield required(at, `must not be empty ${ofMap}`);
		if (!items && itemsList === undefined) yield required(`${path}.items`, `must have a schema ${ofMap}`);
		if (itemsList !== undefined)
			yield invalidValue(
				`${path}.items`,
				itemsList.map(({ sent }) => sent),
				`must only have a single schema ${ofMap}`,
			);
		if (!items) return;
		if (items.type !== 'object') {
			yield invalidValue(`${path}.items.type`, items.type ?? '', `must be object ${ofParent}`);
			return;
		}
		for (const [index, key] of keys.entries()) {
			const type = items.properties.get(key)?.type;
			if (!items.properties.has(key)) yield invalidValue(at, keys, 'entries must all be names of item properties');
			else if (type === 'array' || type === 'object')
				yield invalidValue(`${keyed(`${path}.items.properties`, key)}.type`, items.type, `must be a scalar type ${ofParent}`);
			if (keys.indexOf(key) < index) yield invalidValue(at, keys, 'must not contain duplicate entries');
		}
	}

	*#presentKeys({ listType, listMapKeys: keys }: Props, items: Props, path: string): Iterable<Cause> {
		if (items.nullable) yield forbiddenField(`${path}.items.nullable`, `cannot be nullable when x-${this.#product}-list-type is ${listType}`);
		if (listType !== 'map') return;
		const why = `this property is in x-${this.#product}-list-map-keys, so it`;
		for (const key of keys) {
			const property = items.properties.get(key);
			if (property === undefined) continue;
			const at = keyed(`${path}.items.properties`, key);
			if (!items.required.includes(key) && property.default === undefined)
				yield required(`${at}.default`, `${why} must have a default or be a required property`);
			if (property.nullable) yield forbiddenField(`${at}.nullable`, `${why} cannot be nullable`);
		}
	}

	/** Checks the form of rules. Their expressions are checked when everything else is valid. */
	*#rules(props: Props, path: string): Iterable<Cause> {
		const { validations } = props;
		for (const [index, { rule = '', message = '', messageExpression = '', reason, fieldPath = '' }] of validations.entries()) {
			const at = `${this.#x(path, 'validations')}[${index}]`;
			const hasBreaks = (text: string): boolean => /[\n\r]/.test(text);
			if (rule.trim() === '') yield required(`${at}.rule`, 'rule is not specified');
			else if (message !== '' && message.trim() === '') yield invalidValue(`${at}.message`, message, 'must be non-empty if specified');
			else if (hasBreaks(message.trim())) yield invalidValue(`${at}.message`, message, 'must not contain line breaks');
			else if (hasBreaks(rule.trim()) && message.trim() === '') yield required(`${at}.message`, 'message must be specified if rule contains line breaks');
			if (messageExpression !== '' && messageExpression.trim() === '')
				yield required(`${at}.messageExpression`, 'messageExpression must be non-empty if specified');
			if (reason !== undefined && !reasons.includes(reason)) yield notSupported(`${at}.reason`, reason, reasons);
			if (fieldPath !== '' && fieldPath.trim() === '') yield invalidValue(`${at}.fieldPath`, fieldPath, 'must be non-empty if specified');
			if (hasBreaks(fieldPath)) yield invalidValue(`${at}.fieldPath`, fieldPath, 'must not contain line breaks');
			if (fieldPath !== '' && typeof fieldAt(fieldPath, props, { quoted: true }) === 'string')
				yield invalidValue(`${at}.fieldPath`, fieldPath, 'must be a valid path');
		}
	}
}

const reasons = ['FieldValueDuplicate', 'FieldValueForbidden', 'FieldValueInvalid', 'FieldValueRequired'];

function isEmpty(value: JsonValue | undefined): boolean {
	return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
