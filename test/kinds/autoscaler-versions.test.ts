/** Tests round trips of autoscalers: v1 and v2beta1 show everything of one, except for the losses that Kubernetes has too. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { catalog } from '../../generated/catalog.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import { kindHooks } from '../../runtime/kinds/index.ts';
import type { JsonObject } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { Resources } from '../../runtime/serving/resources.ts';
import { objectOf } from '../schema/arbitrary.ts';
import { runs } from '../setup/sample.ts';
import { kindParts } from '../verbs/kind-parts.ts';

const resourcesAt = (release: string) => {
	const served = narrow(catalog, release);
	return new Resources(served, compile(served), kindHooks(vocabulary, kindParts({ release })));
};

const quantity = fc.constantFrom('1', '100m', '2k', '5Mi');
const text = fc.constantFrom('a', 'b-c');
const metric = fc.record(
	{ name: text, selector: fc.constant({ matchLabels: { a: 'b' }, matchExpressions: [{ key: 'k', operator: 'In', values: ['v'] }] }) },
	{ requiredKeys: ['name'] },
);
const describedObject = fc.record({ kind: text, name: text, apiVersion: text });
const value = quantity.map((value) => ({ type: 'Value', value }));
const average = quantity.map((averageValue) => ({ type: 'AverageValue', averageValue }));
const utilization = fc.integer({ min: 1, max: 99 }).map((averageUtilization) => ({ type: 'Utilization', averageUtilization }));
const use = fc.oneof(average, utilization);
/** All valid metrics except CPU, of which v1 has one number; it comes last. */
const metrics = fc.array(
	fc.oneof(
		fc.record({ type: fc.constant('Object'), object: fc.record({ describedObject, target: fc.oneof(value, average), metric }) }),
		fc.record({ type: fc.constant('Pods'), pods: fc.record({ metric, target: average }) }),
		fc.record({ type: fc.constant('Resource'), resource: fc.record({ name: fc.constant('memory'), target: use }) }),
		fc.record({ type: fc.constant('ContainerResource'), containerResource: fc.record({ name: text, target: use, container: text }) }),
		fc.record({ type: fc.constant('External'), external: fc.record({ metric, target: fc.oneof(value, average) }) }),
	),
	{ minLength: 1, maxLength: 4 },
);
const byCpu = fc.oneof(
	fc.constant([]),
	utilization.map((target) => [{ type: 'Resource', resource: { name: 'cpu', target } }]),
);
const rules = fc.record(
	{
		stabilizationWindowSeconds: fc.nat(3600),
		selectPolicy: text,
		policies: fc.array(fc.record({ type: text, value: fc.nat(), periodSeconds: fc.nat(1800) }), { minLength: 1, maxLength: 2 }),
		tolerance: quantity,
	},
	{ requiredKeys: [] },
);
const behavior = fc.record({ scaleUp: rules, scaleDown: rules });
const current = fc.record({ averageValue: quantity, averageUtilization: fc.nat(100) });
const status = fc.record({
	currentReplicas: fc.nat(9),
	desiredReplicas: fc.nat(9),
	currentMetrics: fc.array(fc.record({ type: fc.constant('Resource'), resource: fc.record({ name: fc.constantFrom('cpu', 'memory'), current }) }), {
		minLength: 1,
		maxLength: 3,
	}),
	conditions: fc.constantFrom(
		[{ type: 'A', status: 'True', lastTransitionTime: '2024-01-01T00:00:00Z', reason: 'R', message: 'm' }],
		[{ type: 'B', status: 'False', lastTransitionTime: null }],
	),
});
const annotations = fc.constantFrom({}, { annotations: { a: 'b' } });
const spec = fc.tuple(metrics, byCpu, fc.option(behavior, { nil: undefined })).map(([some, cpu, how]) => ({
	scaleTargetRef: { kind: 'k', name: 'n' },
	minReplicas: 1,
	maxReplicas: 3,
	metrics: [...some, ...cpu],
	...(how && { behavior: how }),
}));

describe.each([
	['v1', '1.36'],
	['v2beta1', '1.24'],
])('%s', (version, release) => {
	const resources = resourcesAt(release);
	const older = resources.resource('autoscaling', version, 'horizontalpodautoscalers');
	const stored = resources.stored('horizontalpodautoscalers.autoscaling');
	if (older === undefined || stored === undefined) throw new Error('not served');

	it('brings back all that is stored', () => {
		fc.assert(
			fc.property(spec, status, annotations, (spec, status, metadata) => {
				const object = stored.storageSchema.read(
					{ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata: { name: 'x', ...metadata }, spec, status } as unknown as JsonObject,
					{ notices: [] },
				);
				const before = structuredClone(object);
				expect(older.toStorage(older.fromStorage(object))).toEqual(before);
				expect(object).toEqual(before);
			}),
		);
	});

	it('accepts and preserves every readable object', () => {
		fc.assert(
			fc.property(objectOf(older.version.type, 7), (value) => {
				const object = older.schema.read(value, { notices: [] });
				const before = structuredClone(object);
				const there = older.toStorage(object);
				expect(object).toEqual(before);
				const shown = older.fromStorage(there);
				expect(older.fromStorage(older.toStorage(shown))).toEqual(shown);
			}),
			{ numRuns: runs(200) },
		);
	});
});
