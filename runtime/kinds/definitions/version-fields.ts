/** Validates a version's printer columns, subresources and selectable fields. */
import type { CustomResourceColumnDefinition, CustomResourceSubresources, SelectableField } from '../../../generated/types/apiextensions/v1.ts';
import { type Cause, duplicate, invalidValue, required, tooMany } from '../../model/cause.ts';
import { fieldAt } from '../../schema/structural/field-path.ts';
import type { Props } from '../../schema/structural/props.ts';

const columnTypes = ['boolean', 'date', 'integer', 'number', 'string'];
const columnFormats = ['byte', 'date', 'date-time', 'double', 'float', 'int32', 'int64', 'password'];
const mostSelectable = 8;

export function columnViolations({ name = '', type = '', format = '', jsonPath = '' }: CustomResourceColumnDefinition, path: string): Cause[] {
	const oneOf = `must be one of ${columnTypes.join(',')}`;
	return [
		...(name === '' ? [required(`${path}.name`)] : []),
		...(type === '' ? [required(`${path}.type`, oneOf)] : columnTypes.includes(type) ? [] : [invalidValue(`${path}.type`, type, oneOf)]),
		...(format === '' || columnFormats.includes(format) ? [] : [invalidValue(`${path}.format`, format, `must be one of ${columnFormats.join(',')}`)]),
		...(jsonPath === '' ? [required(`${path}.JSONPath`)] : pathViolations(jsonPath, `${path}.JSONPath`)),
	];
}

function pathViolations(text: string, path: string): Cause[] {
	return text.startsWith('.') ? [] : [invalidValue(path, text, 'must be a simple json path starting with .')];
}

export function subresourceViolations({ scale }: CustomResourceSubresources, path: string): Cause[] {
	if (scale === undefined) return [];
	const { specReplicasPath: wish = '', statusReplicasPath: is = '', labelSelectorPath: selector = '' } = scale;
	const below = (text: string, at: string, prefixes: readonly string[], where: string): Cause[] => {
		const wrong = pathViolations(text, at);
		if (wrong.length > 0) return wrong;
		return prefixes.some((prefix) => text.startsWith(prefix)) ? [] : [invalidValue(at, text, `should be a json path under ${where}`)];
	};
	const at = (name: string): string => `${path}.scale.${name}`;
	return [
		...(wish === '' ? [required(at('specReplicasPath'))] : below(wish, at('specReplicasPath'), ['.spec.'], '.spec')),
		...(is === '' ? [required(at('statusReplicasPath'))] : below(is, at('statusReplicasPath'), ['.status.'], '.status')),
		...(selector === '' ? [] : below(selector, at('labelSelectorPath'), ['.spec.', '.status.'], 'either .spec or .status')),
	];
}

/** Validates selectable fields. `mayBeMany`: the stored version has the same fields and exceeds the limit already. */
export function selectableViolations(fields: readonly SelectableField[], props: Props, path: string, mayBeMany: boolean): Cause[] {
	const seen = new Set<string>();
	const causes = fields.flatMap(({ jsonPath = '' }, index): Cause[] => {
		const at = `${path}[${index}].jsonPath`;
		if (jsonPath === '') return [required(at)];
		const found = fieldAt(jsonPath, props, { quoted: false });
		if (typeof found === 'string') return [invalidValue(at, jsonPath, `is an invalid path: ${found}`)];
		const isRepeated = seen.has(jsonPath);
		seen.add(jsonPath);
		const why = 'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.';
		return [
			...(found.names[0] === 'metadata' ? [invalidValue(at, jsonPath, 'must not point to fields in metadata')] : []),
			...(['string', 'boolean', 'integer'].includes(found.props?.type ?? '') ? [] : [invalidValue(at, jsonPath, why)]),
			...(isRepeated ? [duplicate(at, jsonPath)] : []),
		];
	});
	return seen.size > mostSelectable && !mayBeMany ? [...causes, tooMany(path, seen.size, mostSelectable)] : causes;
}
