/**
 * Structural schemas: every value has one type, declared outside `allOf`, `anyOf`, `oneOf` and `not`, which may constrain only declared
 * fields. Definitions must have such schemas, so that the type of each field is known.
 */
import { type Cause, forbiddenField, invalidValue, required } from '../../model/cause.ts';
import { Pattern, PatternError } from '../../scalars/pattern.ts';
import { keyed, type Level, type Props } from './props.ts';

/** Returns the violations. They are sorted by text, because the maps in a schema have no order. */
export function structuralViolations(props: Props, path: string, product: string): Cause[] {
	const found = [...new Structure(product).violations(props, 'root', path), ...incomplete(props, props, path, path)];
	const text = ({ field = '', message }: Cause): string => `${field}: ${message}`;
	return found.sort((a, b) => (text(a) < text(b) ? -1 : text(a) > text(b) ? 1 : 0));
}

const missingType: Readonly<Record<Level, string>> = {
	root: 'must not be empty at the root',
	item: 'must not be empty for specified array items',
	field: 'must not be empty for specified object fields',
};

class Structure {
	readonly #product: string;

	constructor(product: string) {
		this.#product = product;
	}

	#x(path: string, name: string): string {
		return `${path}.x-${this.#product}-${name}`;
	}

	violations(props: Props, level: Level, path: string): Cause[] {
		const { additionalProperties: additional } = props;
		const causes = props.type === 'array' && !props.items ? [required(`${path}.items`, 'must be specified')] : [];
		if (props.items) causes.push(...this.violations(props.items, 'item', `${path}.items`));
		for (const [name, each] of props.properties) causes.push(...this.violations(each, 'field', keyed(`${path}.properties`, name)));
		if (additional !== undefined && level === 'root') causes.push(forbiddenField(`${path}.additionalProperties`, 'must not be used at the root'));
		if (typeof additional === 'object') causes.push(...this.violations(additional, 'field', `${path}.additionalProperties`));
		const skips = { anyOf: isIntOrString(props.anyOf), first: isIntOrString(props.allOf[0]?.anyOf ?? []) };
		return [
			...causes,
			...this.#extensions(props, path),
			...this.#values(props, skips, path),
			...this.#type(props, level, path),
			...this.#identity(props, level, path),
		];
	}

	#extensions({ intOrString, preserveUnknown, embedded }: Props, path: string): Cause[] {
		const why = `must be false if x-${this.#product}-int-or-string is true`;
		return [
			...(intOrString && preserveUnknown ? [invalidValue(this.#x(path, 'preserve-unknown-fields'), true, why)] : []),
			...(intOrString && embedded ? [invalidValue(this.#x(path, 'embedded-resource'), true, why)] : []),
		];
	}

	#type({ type, embedded, intOrString, preserveUnknown, additionalProperties, properties }: Props, level: Level, path: string): Cause[] {
		const at = `${path}.type`;
		const causes: Cause[] = [];
		const why = `must be object if x-${this.#product}-embedded-resource is true`;
		if (embedded && type !== 'object') causes.push(type === undefined ? required(at, why) : invalidValue(at, type, why));
		else if (type === undefined && !intOrString && !preserveUnknown) causes.push(required(at, missingType[level]));
		if (embedded && additionalProperties !== undefined)
			causes.push(forbiddenField(`${path}.additionalProperties`, `must not be used if x-${this.#product}-embedded-resource is set`));
		if (level === 'root' && type !== undefined && type !== 'object') causes.push(invalidValue(at, type, 'must be object at the root'));
		if (embedded && !preserveUnknown && properties.size === 0)
			causes.push(
				required(`${path}.properties`, `must not be empty if x-${this.#product}-embedded-resource is true without x-${this.#product}-preserve-unknown-fields`),
			);
		return causes;
	}

	/** Checks the fields of every object. In metadata, a schema may constrain only the names. */
	#identity({ properties, embedded }: Props, level: Level, path: string): Cause[] {
		const isObject = level === 'root' || embedded;
		const place = (name: string): string => keyed(`${path}.properties`, name);
		const texts = ['kind', 'apiVersion'].flatMap((name) => {
			const type = properties.get(name)?.type ?? '';
			return isObject && properties.has(name) && type !== 'string' ? [invalidValue(`${place(name)}.type`, type, 'must be string')] : [];
		});
		const metadata = properties.get('metadata');
		if (metadata === undefined) return texts;
		const why = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
		return [
			...texts,
			...(isObject && metadata.type !== 'object' ? [invalidValue(`${place('metadata')}.type`, metadata.type ?? '', 'must be object')] : []),
			...(level === 'root' && !restrictsNamesAlone(metadata) ? [forbiddenField(place('metadata'), why)] : []),
		];
	}

	#values(props: Props, skips: { readonly anyOf: boolean; readonly first: boolean }, path: string): Cause[] {
		return [
			...(skips.anyOf ? [] : props.anyOf.flatMap((each, index) => this.#nested(each, `${path}.anyOf[${index}]`))),
			...props.allOf.flatMap((each, index) => this.#nested(each, `${path}.allOf[${index}]`, skips.first && index === 0)),
			...props.oneOf.flatMap((each, index) => this.#nested(each, `${path}.oneOf[${index}]`)),
			...(props.not ? this.#nested(props.not, `${path}.not`) : []),
			...patternViolations(props.pattern, `${path}.pattern`),
		];
	}

	/** Checks a part of `allOf` and similar keywords. It may constrain a value, but not declare its structure. */
	#nested(props: Props, path: string, skipsAnyOf = false): Cause[] {
		const causes = this.#values(props, { anyOf: skipsAnyOf, first: false }, path);
		if (props.items) causes.push(...this.#nested(props.items, `${path}.items`));
		for (const [name, each] of props.properties) causes.push(...this.#nested(each, keyed(`${path}.properties`, name)));
		const empty = 'must be empty to be structural';
		const unsaid = 'must be undefined to be structural';
		const no = 'must be false to be structural';
		const forbid = (holds: boolean, at: string, why: string): void => {
			if (holds) causes.push(forbiddenField(at, why));
		};
		forbid(props.type !== undefined, `${path}.type`, empty);
		forbid(props.additionalProperties !== undefined && props.additionalProperties !== false, `${path}.additionalProperties`, unsaid);
		forbid(props.default !== undefined, `${path}.default`, unsaid);
		forbid(props.title !== undefined, `${path}.title`, empty);
		forbid(props.description !== undefined, `${path}.description`, empty);
		forbid(props.nullable, `${path}.nullable`, no);
		forbid(props.preserveUnknown === true, this.#x(path, 'preserve-unknown-fields'), no);
		forbid(props.embedded, this.#x(path, 'embedded-resource'), no);
		forbid(props.intOrString, this.#x(path, 'int-or-string'), no);
		forbid(props.listMapKeys.length > 0, this.#x(path, 'list-map-keys'), empty);
		forbid(props.listType !== undefined, this.#x(path, 'list-type'), unsaid);
		forbid(props.mapType !== undefined, this.#x(path, 'map-type'), unsaid);
		forbid(props.validations.length > 0, this.#x(path, 'validations'), empty);
		forbid(props.properties.has('metadata'), keyed(`${path}.properties`, 'metadata'), 'must not be specified in a nested context');
		return causes;
	}
}

/** Reports whether this is the special form for an integer or a string, the only `anyOf` that may name types. */
function isIntOrString(anyOf: readonly Props[]): boolean {
	const [first, second] = anyOf;
	const isOnly = (props: Props | undefined, type: string): boolean => props?.type === type && Object.keys(props.sent).length === 1;
	return anyOf.length === 2 && isOnly(first, 'integer') && isOnly(second, 'string');
}

function restrictsNamesAlone({ sent, properties }: Props): boolean {
	const others = Object.keys(sent).filter((name) => !['type', 'properties', 'default'].includes(name));
	return others.length === 0 && [...properties.keys()].every((name) => name === 'name' || name === 'generateName');
}

function patternViolations(pattern: string | undefined, path: string): Cause[] {
	if (pattern === undefined) return [];
	try {
		new Pattern(pattern);
		return [];
	} catch (error) {
		if (!(error instanceof PatternError)) throw error;
		return [invalidValue(path, pattern, `must be a valid regular expression, but isn't: ${error.message}`)];
	}
}

/** Returns fields that are constrained under `allOf` and similar keywords, but not declared. */
function incomplete(said: Props, declared: Props | undefined, path: string, at: string): Cause[] {
	if (declared === undefined) return [required(path, `because it is defined in ${at}`)];
	const parts = [
		...(said.not ? [['not', said.not] as const] : []),
		...(['allOf', 'anyOf', 'oneOf'] as const).flatMap((word) => said[word].map((each, index) => [`${word}[${index}]`, each] as const)),
	];
	return parts.flatMap(([word, each]) => incompletePart(each, declared, path, `${at}.${word}`));
}

function incompletePart(said: Props, declared: Props | undefined, path: string, at: string): Cause[] {
	if (declared === undefined) return [required(path, `because it is defined in ${at}`)];
	return [
		...incomplete(said, declared, path, at),
		...(said.items ? incompletePart(said.items, declared.items, `${path}.items`, `${at}.items`) : []),
		...[...said.properties].flatMap(([name, each]) =>
			incompletePart(each, declared.properties.get(name), keyed(`${path}.properties`, name), keyed(`${at}.properties`, name)),
		),
	];
}
