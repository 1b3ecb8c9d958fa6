/**
 * Annotations in which v1 and v2beta1 have, as JSON, the values without a field. Any client may write them: invalid values count as absent,
 * as in Kubernetes.
 */
import type * as v2 from '../../../generated/types/autoscaling/v2.ts';
import type * as v2beta1 from '../../../generated/types/autoscaling/v2beta1.ts';
import type { JsonValue } from '../../model/catalog.ts';
import { MalformedError } from '../../model/malformed.ts';
import { canonicalQuantity, QuantityError } from '../../scalars/quantity.ts';
import { canonicalTime, timeProblem } from '../../scalars/time.ts';
import { parseJson } from '../../wire/json/json.ts';
import { withoutUndefined } from './older-metrics.ts';

/** Annotations of an object: those with autoscaler fields, and all others. */
export class HeldAnnotations {
	readonly #prefix: string;
	readonly #all: Readonly<Record<string, string>>;

	constructor(annotations: Readonly<Record<string, string>> | undefined, labelDomain: string) {
		this.#prefix = `autoscaling.alpha.${labelDomain}/`;
		this.#all = annotations ?? {};
	}

	get metrics(): v2beta1.MetricSpec[] | undefined {
		return this.#read('metrics', { list: metric }) as v2beta1.MetricSpec[] | undefined;
	}

	get currentMetrics(): v2beta1.MetricStatus[] | undefined {
		return this.#read('current-metrics', { list: metricStatus }) as v2beta1.MetricStatus[] | undefined;
	}

	get conditions(): v2.HorizontalPodAutoscalerCondition[] | undefined {
		return this.#read('conditions', { list: condition }) as v2.HorizontalPodAutoscalerCondition[] | undefined;
	}

	get behavior(): v2.HorizontalPodAutoscalerBehavior | undefined {
		const read = this.#read('behavior', behavior) as v2.HorizontalPodAutoscalerBehavior | undefined;
		return read === undefined || Object.keys(read).length === 0 ? undefined : read;
	}

	/** Returns the other annotations together with these values; undefined when there are none. */
	replacedBy(held: Readonly<Partial<Record<'metrics' | 'current-metrics' | 'conditions' | 'behavior', JsonValue>>>): Record<string, string> | undefined {
		const others = Object.entries(this.#all).filter(([key]) => !names.some((name) => key === `${this.#prefix}${name}`));
		const own = Object.entries(held).map(([name, value]) => [`${this.#prefix}${name}`, JSON.stringify(value)]);
		return others.length + own.length === 0 ? undefined : Object.fromEntries([...others, ...own]);
	}

	#read(name: string, shape: Shape): JsonValue | undefined {
		const key = `${this.#prefix}${name}`;
		const text = Object.hasOwn(this.#all, key) ? this.#all[key] : undefined;
		if (text === undefined) return undefined;
		try {
			return shaped(parseJson(text), shape);
		} catch (error) {
			if (error instanceof MalformedError || error instanceof QuantityError) return undefined;
			throw error;
		}
	}
}

const names = ['metrics', 'current-metrics', 'conditions', 'behavior'];

/** Returns a behavior as Go writes a struct without JSON tags: capitalised names, null for absent fields. */
export function writtenBehavior({ scaleUp, scaleDown }: v2.HorizontalPodAutoscalerBehavior, hasTolerance: boolean): JsonValue {
	const rules = (of: v2.HPAScalingRules | undefined): JsonValue =>
		of === undefined
			? null
			: {
					StabilizationWindowSeconds: of.stabilizationWindowSeconds ?? null,
					SelectPolicy: of.selectPolicy ?? null,
					Policies: of.policies?.map(({ type, value, periodSeconds }) => ({ Type: type, Value: value, PeriodSeconds: periodSeconds })) ?? null,
					...(hasTolerance && { Tolerance: of.tolerance ?? null }),
				};
	return { ScaleUp: rules(scaleUp), ScaleDown: rules(scaleDown) };
}

/** Expected form of a value; objects list only the fields that are read. `null` stands for a zero or absent value. */
type Shape =
	| 'text'
	| 'integer'
	| 'quantity'
	| 'time'
	| { readonly list: Shape }
	| { readonly entries: Shape }
	| { readonly fields: Readonly<Record<string, Shape>> };

const texts = (...all: string[]): Record<string, Shape> => Object.fromEntries(all.map((name) => [name, 'text']));
const quantities = (...all: string[]): Record<string, Shape> => Object.fromEntries(all.map((name) => [name, 'quantity']));

const reference: Shape = { fields: texts('kind', 'name', 'apiVersion') };
const selector: Shape = {
	fields: { matchLabels: { entries: 'text' }, matchExpressions: { list: { fields: { ...texts('key', 'operator'), values: { list: 'text' } } } } },
};
const resource = { ...texts('name'), targetAverageUtilization: 'integer', ...quantities('targetAverageValue') } as const;
const resourceStatus = { ...texts('name'), currentAverageUtilization: 'integer', ...quantities('currentAverageValue') } as const;
const metric: Shape = {
	fields: {
		...texts('type'),
		object: { fields: { target: reference, ...texts('metricName'), ...quantities('targetValue', 'averageValue'), selector } },
		pods: { fields: { ...texts('metricName'), ...quantities('targetAverageValue'), selector } },
		resource: { fields: resource },
		containerResource: { fields: { ...resource, ...texts('container') } },
		external: { fields: { ...texts('metricName'), ...quantities('targetValue', 'targetAverageValue'), metricSelector: selector } },
	},
};
const metricStatus: Shape = {
	fields: {
		...texts('type'),
		object: { fields: { target: reference, ...texts('metricName'), ...quantities('currentValue', 'averageValue'), selector } },
		pods: { fields: { ...texts('metricName'), ...quantities('currentAverageValue'), selector } },
		resource: { fields: resourceStatus },
		containerResource: { fields: { ...resourceStatus, ...texts('container') } },
		external: { fields: { ...texts('metricName'), ...quantities('currentValue', 'currentAverageValue'), metricSelector: selector } },
	},
};
const condition: Shape = { fields: { ...texts('type', 'status', 'reason', 'message'), lastTransitionTime: 'time' } };
const rules: Shape = {
	fields: {
		stabilizationWindowSeconds: 'integer',
		...texts('selectPolicy'),
		policies: { list: { fields: { ...texts('type'), value: 'integer', periodSeconds: 'integer' } } },
		...quantities('tolerance'),
	},
};
const behavior: Shape = { fields: { scaleUp: rules, scaleDown: rules } };

/** Reads a value of that form. Throws MalformedError or QuantityError for others. */
function shaped(value: JsonValue, shape: Shape): JsonValue | undefined {
	if (value === null) return undefined;
	if (shape === 'text') return typeof value === 'string' ? value : misshapen();
	if (shape === 'time') return typeof value === 'string' && timeProblem(value) === undefined ? canonicalTime(value) : misshapen();
	if (shape === 'integer') return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31 ? value : misshapen();
	if (shape === 'quantity') return typeof value === 'string' || typeof value === 'number' ? canonicalQuantity(String(value)) : misshapen();
	if ('list' in shape) return Array.isArray(value) ? value.map((item) => shaped(item, shape.list) ?? (shape.list === 'text' ? '' : {})) : misshapen();
	if (typeof value !== 'object' || Array.isArray(value)) return misshapen();
	if ('entries' in shape) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shaped(item, shape.entries) ?? '']));
	// Field names are case-insensitive, as in Go.
	const found = new Map(Object.entries(value).map(([key, item]) => [key.toLowerCase(), item]));
	return withoutUndefined(
		Object.fromEntries(Object.entries(shape.fields).map(([name, of]) => [name, shaped(found.get(name.toLowerCase()) ?? null, of)])),
	) as JsonValue;
}

function misshapen(): never {
	throw new MalformedError('not of the form that this annotation has');
}
