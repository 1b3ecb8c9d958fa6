/** Rules in structural schemas: keywords where possible, otherwise CEL expressions. */
import type { Json, RuleUse, Schema } from '../../../runtime/model/catalog.ts';
import { formatNamed } from '../../../runtime/scalars/formats.ts';
import { ruleNamed } from '../../../runtime/schema/rules/index.ts';
import { fieldsOf } from '../../../runtime/schema/rules/required-together.ts';

/** Schema of a CustomResourceDefinition. */
export type Structural = Record<string, Json>;

export interface Validation {
	readonly rule: string;
	readonly message?: string;
	readonly fieldPath?: string;
}

/** Context of a value in the document. */
export interface ExportContext {
	/** Reports a part that cannot be expressed, with the reason. */
	readonly lose: (what: string, why: string) => void;
	/** Reports whether the cost budget allows an expression over the value. */
	readonly affords: (rule: string, schema: Schema) => boolean;
	/** Returns the names of a struct's fields. */
	readonly namesOf: (struct: Schema) => readonly string[];
	/** Returns the schema of a struct's field. */
	readonly fieldOf: (struct: Schema, name: string) => Schema | undefined;
}

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const qualified = '([A-Za-z0-9][-A-Za-z0-9_.]{0,61})?[A-Za-z0-9]';
const subdomain = `${label}(\\.${label})*`;
const key = `^(${subdomain}/)?${qualified}$`;

/** Formats that structural schemas lack, expressed with their keywords. */
const formatsInWords: Readonly<Record<string, Structural>> = {
	'dns-label': { pattern: `^${label}$`, maxLength: 63 },
	'dns-label-1035': { pattern: '^[a-z]([-a-z0-9]*[a-z0-9])?$', maxLength: 63 },
	'dns-subdomain': { pattern: `^${subdomain}$`, maxLength: 253 },
	'dns-subdomain-wildcard': { pattern: `^\\*\\.${subdomain}$`, maxLength: 253 },
	'host-or-wildcard': { pattern: `^(\\*\\.)?${subdomain}$`, maxLength: 253 },
	'qualified-name': { pattern: key, maxLength: 317 },
	'label-key': { pattern: key, maxLength: 317 },
	'label-value': { pattern: `^(${qualified})?$`, maxLength: 63 },
	'config-key': { pattern: '^[-._a-zA-Z0-9]+$', maxLength: 253 },
	'env-name': { pattern: '^[-._a-zA-Z][-._a-zA-Z0-9]*$' },
	'c-identifier': { pattern: '^[A-Za-z_][A-Za-z0-9_]*$' },
	'port-name': { pattern: '^([a-z0-9]+-)*[a-z0-9]*[a-z][a-z0-9]*(-[a-z0-9]+)*$', maxLength: 15 },
	'path-segment': { pattern: '^([^./%][^/%]*|\\.[^./%][^/%]*|\\.\\.[^/%]+)$' },
	ip: { anyOf: [{ format: 'ipv4' }, { format: 'ipv6' }] },
};

/** Adds the rules of a value to its schema. */
export function addRules(node: Structural, uses: readonly RuleUse[], schema: Schema, at: ExportContext): void {
	for (const { rule: keyword, argument, message } of uses) {
		if (message !== undefined) at.lose(`${keyword}: message`, "the words are the server's own");
		addRule(node, keyword, argument, schema, at);
	}
}

function addRule(node: Structural, keyword: string, argument: Json, schema: Schema, at: ExportContext): void {
	switch (keyword) {
		case 'cel':
		case 'validations':
			for (const use of argument as readonly Json[]) addOwnValidation(node, use, schema, at);
			return;
		case 'format':
			addFormat(node, String(argument), at);
			return;
		case 'uniqueItems':
			// Structural schemas refuse this keyword, because comparing all pairs is slow.
			if (argument === true && schema.kind === 'list' && schema.items.kind !== 'struct' && schema.listType === undefined)
				node['x-kubernetes-list-type'] = 'set';
			else if (argument === true && schema.kind === 'list' && schema.listType !== 'set') at.lose('uniqueItems', 'these schemas compare single values only');
			return;
		case 'unique':
			addUnique(node, String(argument), schema, at);
			return;
		case 'embeddedResource':
			if (argument === true) node['x-kubernetes-embedded-resource'] = true;
			return;
		case 'metadataNames':
			addNames(node, argument as Structural);
			return;
		case 'requiredWhen':
			for (const use of listed(argument)) addRequiredWhen(node, use, schema, at);
			return;
		case 'requiredTogether':
			addRequiredTogether(node, fieldsOf(argument), schema, at);
			return;
		default: {
			const compared = typeof argument === 'string' ? comparison(keyword, argument, schema) : undefined;
			if (compared !== undefined) {
				if (at.affords(compared, schema)) addValidation(node, { rule: compared, message: `must be ${ruleNamed(keyword)?.describe(argument)}` });
				else at.lose(keyword, tooDear);
				return;
			}
			const said = schema.kind === 'quantity' ? {} : (ruleNamed(keyword)?.openapi?.(argument) ?? {});
			if (Object.keys(said).length === 0) at.lose(keyword, `no keyword expresses it: ${ruleNamed(keyword)?.describe(argument) ?? keyword}`);
			merge(node, said as Structural);
		}
	}
}

function addNames(node: Structural, rules: Structural): void {
	const names = Object.entries(rules).map(([name, said]) => [name, { type: 'string', ...(said as Structural) }]);
	const properties = (node.properties ?? {}) as Structural;
	node.properties = { ...properties, metadata: { type: 'object', properties: Object.fromEntries(names) as Json } };
}

const signs: Readonly<Record<string, string>> = { minimum: '>=', maximum: '<=', exclusiveMinimum: '>', exclusiveMaximum: '<' };

/** Returns an expression for the bound of a duration or time, for which there is no keyword. */
function comparison(keyword: string, bound: string, { kind }: Schema): string | undefined {
	const sign = signs[keyword];
	if (sign === undefined) return undefined;
	switch (kind) {
		case 'duration':
			return `self ${sign} duration('${bound}')`;
		case 'time':
		case 'microTime':
			return `self ${sign} timestamp('${bound}')`;
		case 'quantity':
			return `quantity(string(self)).compareTo(quantity('${bound}')) ${sign} 0`;
		default:
			return undefined;
	}
}

/** Adds keywords. An existing keyword stays, and the new one is added under `allOf`. */
function merge(node: Structural, said: Structural): void {
	const taken = Object.entries(said).filter(([keyword]) => node[keyword] !== undefined);
	for (const [keyword, value] of Object.entries(said)) if (node[keyword] === undefined) node[keyword] = value;
	if (taken.length > 0) node.allOf = [...((node.allOf as readonly Json[] | undefined) ?? []), Object.fromEntries(taken)];
}

function addFormat(node: Structural, name: string, at: ExportContext): void {
	const own = formatNamed(name)?.openapi;
	const inWords = formatsInWords[name];
	if (own !== undefined) merge(node, own as Structural);
	else if (inWords !== undefined) merge(node, inWords);
	else at.lose(`format: ${name}`, `these schemas have no such format: ${formatNamed(name)?.documentation ?? name}`);
}

export function addValidation(node: Structural, validation: Validation): void {
	const before = (node['x-kubernetes-validations'] as readonly Json[] | undefined) ?? [];
	node['x-kubernetes-validations'] = [...before, { ...validation }];
}

/** Reasons that kube-apiserver accepts for an expression. */
const reasons: ReadonlySet<string> = new Set(['FieldValueInvalid', 'FieldValueForbidden', 'FieldValueRequired', 'FieldValueDuplicate']);

function addOwnValidation(node: Structural, use: Json, schema: Schema, at: ExportContext): void {
	const { rule = '' } = use as { readonly rule?: string };
	const own = /\b(age|compareQuantity|cel\.bind)\(/.exec(rule)?.[1];
	if (own !== undefined) at.lose('cel', `other servers have no function ${own}: ${rule}`);
	else if (!at.affords(rule, schema)) at.lose('cel', `${tooDear}: ${rule}`);
	else {
		const said = Object.entries(use ?? {}).filter(([part, value]) => part !== 'reason' || reasons.has(String(value)));
		addValidation(
			node,
			Object.fromEntries(said.map(([part, value]) => [part, part === 'fieldPath' ? outOfLists(String(value)) : value])) as unknown as Validation,
		);
	}
}

/** Shortens a path to the list in it, because kube-apiserver does not support paths into lists. */
function outOfLists(path: string): string {
	return path.replace(/\[\d+\].*$/s, '');
}

const tooDear = 'it could cost more than other servers allow; state maxItems, maxProperties and maxLength';

function addUnique(node: Structural, field: string, schema: Schema, at: ExportContext): void {
	const isSame = `(has(x.${field}) ? x.${field} == y.${field} : true)`;
	const rule = `self.all(x, self.exists_one(y, has(x.${field}) == has(y.${field}) && ${isSame}))`;
	if (at.affords(rule, schema)) addValidation(node, { rule, message: `entries differ in ${field}` });
	else at.lose(`unique: ${field}`, tooDear);
}

function addRequiredWhen(node: Structural, { cel, fields, message }: RequiredWhen, schema: Schema, at: ExportContext): void {
	for (const field of fields) {
		const held = at.fieldOf(schema, field);
		if (cel.trim() === 'true') {
			node.required = [...new Set([...((node.required as readonly string[] | undefined) ?? []), field])];
			const property = (node.properties as Record<string, Structural> | undefined)?.[field];
			if (property !== undefined && held !== undefined) addNotEmpty(property, held);
			continue;
		}
		const says = message ?? `${field} is required when ${cel}`;
		const when = ofWhatIsGiven(cel, schema, at);
		const rules = [...new Set([isGiven(field, held), isThere(field)])].map((given) => `!(${when}) || ${given}`);
		const rule = rules.find((one) => at.affords(one, schema));
		if (rule !== undefined) addValidation(node, { rule, message: says, fieldPath: `.${field}` });
		if (rule !== rules[0]) at.lose(`requiredWhen of ${rule === undefined ? field : `an empty ${field}`}: ${cel}`, tooDear);
	}
}

function addRequiredTogether(node: Structural, fields: readonly string[], schema: Schema, at: ExportContext): void {
	const given = at.namesOf(schema).map(isThere).join(' || ');
	addValidation(node, {
		rule: `!(${given}) || ${fields.map((field) => isGiven(field, at.fieldOf(schema, field))).join(' && ')}`,
		message: `${fields.join(', ')} are given together`,
	});
}

/** Returns an expression for a field being present; empty texts and lists count as absent. */
function isGiven(field: string, held: Schema | undefined): string {
	const own = `self.${escaped(field)}`;
	if (held?.kind === 'string' && held.enum === undefined) return `(${isThere(field)} && ${own} != '')`;
	return held?.kind === 'list' ? `(${isThere(field)} && size(${own}) > 0)` : isThere(field);
}

/** Rewrites a condition so that empty lists and maps count as absent, as in this server; in kube-apiserver they are present. */
function ofWhatIsGiven(cel: string, schema: Schema, at: ExportContext): string {
	return cel.replace(/\bhas\(self\.(\w+)\)/g, (asked, field: string) => {
		const kind = at.fieldOf(schema, field)?.kind;
		return kind === 'list' || kind === 'map' ? `(${asked} && size(self.${field}) > 0)` : asked;
	});
}

function isThere(field: string): string {
	return `has(self.${escaped(field)})`;
}

/** Requires a value to be non-empty: this server's required values are, kube-apiserver's may be empty. */
export function addNotEmpty(node: Structural, schema: Schema): void {
	if (schema.kind === 'string' && schema.enum === undefined && !(Number(node.minLength) > 0)) node.minLength = 1;
	if (schema.kind === 'list' && !(Number(node.minItems) > 0)) node.minItems = 1;
}

interface RequiredWhen {
	readonly cel: string;
	readonly fields: readonly string[];
	readonly message?: string;
}

function listed(argument: Json): readonly RequiredWhen[] {
	return (Array.isArray(argument) ? argument : [argument]) as unknown as readonly RequiredWhen[];
}

/** Adds rules for the keys of a map as expressions, since there are no keywords for keys. */
export function addKeyRules(node: Structural, uses: readonly RuleUse[], schema: Schema, at: ExportContext): void {
	for (const { rule: keyword, argument } of uses) {
		const words = keyword === 'format' ? (formatsInWords[String(argument)] ?? {}) : { [keyword]: argument };
		for (const [word, value] of Object.entries(words)) {
			const test = testOfKey(word, value);
			const rule = `self.all(key, ${test})`;
			if (test === undefined) at.lose(`keys: ${keyword}`, 'no expression is known for it');
			else if (at.affords(rule, schema)) addValidation(node, { rule, message: `keys must have ${word} ${value}` });
			else at.lose(`keys: ${word} ${value}`, tooDear);
		}
		if (Object.keys(words).length === 0) at.lose(`keys: ${keyword} ${argument}`, 'no expression is known for it');
	}
}

function testOfKey(word: string, value: Json): string | undefined {
	switch (word) {
		case 'pattern':
			return `key.matches(${JSON.stringify(value)})`;
		case 'maxLength':
			return `key.size() <= ${value}`;
		case 'minLength':
			return `key.size() >= ${value}`;
		default:
			return undefined;
	}
}

const reserved: ReadonlySet<string> = new Set(
	'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(' '),
);

/** Returns a field name as expressions spell it: `max__dash__size`. */
export function escaped(field: string): string {
	if (reserved.has(field)) return `__${field}__`;
	return field.replaceAll('__', '__underscores__').replaceAll('.', '__dot__').replaceAll('-', '__dash__').replaceAll('/', '__slash__');
}
