/** Generates sequences smaller than a given one: without a step before the last, or without a part of a step's body. */
import type { JsonValue } from '../../runtime/model/catalog.ts';
import type { Sequence, Step } from './steps.ts';

export function* smaller(sequence: Sequence): Generator<Sequence> {
	const { steps } = sequence;
	for (let at = 0; at < steps.length - 1; at += 1) yield { ...sequence, steps: steps.toSpliced(at, 1) };
	for (const [at, step] of steps.entries()) {
		for (const less of smallerStep(step)) yield { ...sequence, steps: steps.with(at, less) };
	}
}

function* smallerStep(step: Step): Generator<Step> {
	for (const name of Object.keys(step.query)) {
		const { [name]: _, ...query } = step.query;
		yield { ...step, query };
	}
	if (step.twice) {
		const { twice: _, ...once } = step;
		yield once;
	}
	if (step.live !== undefined && step.live !== 'as they are') yield { ...step, live: 'as they are' };
	if (step.agent !== 'curl/7.88.1') yield { ...step, agent: 'curl/7.88.1' };
	for (const body of smallerValue(step.body)) yield { ...step, body };
}

function* smallerValue(value: JsonValue): Generator<JsonValue> {
	if (value === null || typeof value !== 'object') return;
	if (Array.isArray(value)) {
		for (const [at, item] of value.entries()) {
			yield value.toSpliced(at, 1);
			for (const less of smallerValue(item)) yield value.with(at, less);
		}
		return;
	}
	for (const [name, inner] of Object.entries(value)) {
		const { [name]: _, ...rest } = value;
		yield rest;
		for (const less of smallerValue(inner)) yield { ...value, [name]: less };
	}
}
