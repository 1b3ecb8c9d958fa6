/** Validation shared by classes and claims: device selectors, and opaque driver configuration. */
import type { DeviceConfiguration, DeviceSelector, DeviceToleration } from '../../../generated/types/resource/v1.ts';
import { type Cause, invalidValue, required, tooLong } from '../../model/cause.ts';
import { checkLabelValue } from '../../scalars/formats.ts';
import { expressionProblem } from '../../schema/cel/expression.ts';
import { stringify } from '../../wire/json/text.ts';
import { labelKeyViolations } from './device-names.ts';

const longest = 10 * 1024;

export function selectorViolations(selectors: readonly DeviceSelector[] = [], path: string): Cause[] {
	return selectors.flatMap(({ cel }, index) => {
		const at = `${path}[${index}].cel`;
		if (cel === undefined) return [required(at)];
		const { expression = '' } = cel;
		if (Buffer.byteLength(expression) > longest) return [tooLong(`${at}.expression`, longest)];
		const problem = expressionProblem(expression);
		return problem === undefined ? [] : [invalidValue(`${at}.expression`, expression, `compilation failed: ${problem}`)];
	});
}

export function configurationViolations({ opaque }: DeviceConfiguration, path: string): Cause[] {
	return opaque === undefined ? [required(`${path}.opaque`)] : extensionViolations(opaque.parameters, `${path}.opaque.parameters`);
}

/** Checks an opaque object of bounded size. */
export function extensionViolations(value: unknown, path: string): Cause[] {
	if (value === undefined || value === null) return [required(path)];
	if (Buffer.byteLength(stringify(value)) > longest) return [tooLong(path, longest)];
	return typeof value === 'object' && !Array.isArray(value) ? [] : [invalidValue(path, '<value omitted>', 'must be a valid JSON object')];
}

export function tolerationViolations(tolerations: readonly DeviceToleration[] = [], path: string): Cause[] {
	return tolerations.flatMap(({ key = '', operator, value = '' }, index) => {
		const at = `${path}[${index}].value`;
		const ofKey = key === '' ? [] : labelKeyViolations(key, `${path}[${index}].key`);
		if (operator === 'Exists') return value === '' ? ofKey : [...ofKey, invalidValue(at, value, 'must be empty for operator `Exists`')];
		return operator === 'Equal' ? [...ofKey, ...checkLabelValue(value).map((why) => invalidValue(at, value, why))] : ofKey;
	});
}
