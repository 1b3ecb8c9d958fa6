/** Configuration of PodTolerationRestriction: tolerations for namespaces without annotations. */
import type { Toleration } from '../../../../generated/types/core/v1.ts';
import type { Json } from '../../../model/catalog.ts';
import { checkLabelValue, checkQualifiedName } from '../../../scalars/formats.ts';
import { ConfigError, type ConfigMap, mapAt, only, placeIn } from '../../../wire/config-parts.ts';
import type { PluginConfiguration } from '../../contract.ts';

export interface TolerationRestriction {
	readonly default: readonly Toleration[];
	/** Empty: all are allowed. */
	readonly whitelist: readonly Toleration[];
}

export const unrestricted: TolerationRestriction = { default: [], whitelist: [] };

export const restrictionSection: PluginConfiguration<TolerationRestriction> = {
	kinds({ vocabulary: { groupDomain } }) {
		return [{ apiVersion: `podtolerationrestriction.admission.${groupDomain}/v1alpha1`, kind: 'Configuration' }];
	},
	read(section, where) {
		only(section, where, ['apiVersion', 'kind', 'default', 'whitelist']);
		return {
			default: tolerationsAt(section.default ?? [], placeIn(where, 'default')),
			whitelist: tolerationsAt(section.whitelist ?? [], placeIn(where, 'whitelist')),
		};
	},
};

function tolerationsAt(value: Json, where: string): readonly Toleration[] {
	if (!Array.isArray(value)) throw new ConfigError(where, 'expected a list');
	return value.map((entry, i) => tolerationAt(mapAt(entry, `${where}[${i}]`), `${where}[${i}]`));
}

const fields = ['key', 'operator', 'value', 'effect', 'tolerationSeconds'];
const operators = ['', 'Equal', 'Exists'];
const effects = ['', 'NoSchedule', 'PreferNoSchedule', 'NoExecute'];

function tolerationAt(map: ConfigMap, where: string): Toleration {
	only(map, where, fields);
	const textOf = (field: string): string => {
		const text = map[field] ?? '';
		if (typeof text !== 'string') throw new ConfigError(placeIn(where, field), 'expected a string');
		return text;
	};
	const [key, operator, value, effect] = [textOf('key'), textOf('operator'), textOf('value'), textOf('effect')];
	const check = (field: string, wrong: readonly string[]): void => {
		if (wrong.length > 0) throw new ConfigError(placeIn(where, field), wrong.join('; '));
	};
	check('key', key === '' ? [] : checkQualifiedName(key));
	check('operator', operators.includes(operator) ? [] : ['expected Equal or Exists']);
	check('operator', key === '' && operator !== 'Exists' ? ['expected Exists, because the key is empty'] : []);
	check('value', operator === 'Exists' && value !== '' ? ['expected no value with the operator Exists'] : checkLabelValue(value));
	check('effect', effects.includes(effect) ? [] : [`expected one of ${effects.slice(1).join(', ')}`]);
	const seconds = secondsAt(map.tolerationSeconds ?? undefined, effect, placeIn(where, 'tolerationSeconds'));
	// The operator and the effect are among those of the type.
	return { ...(key && { key }), ...(operator && { operator }), ...(value && { value }), ...(effect && { effect }), ...seconds } as Toleration;
}

function secondsAt(value: Json | undefined, effect: string, where: string): Pick<Toleration, 'tolerationSeconds'> {
	if (value === undefined) return {};
	if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new ConfigError(where, 'expected a whole number');
	if (effect !== 'NoExecute') throw new ConfigError(where, 'expected the effect NoExecute with it');
	return { tolerationSeconds: value };
}
