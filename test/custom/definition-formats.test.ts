/** Formats of texts in definitions, as kube-apiserver 1.36 judges them. */
import { expect, it } from 'vitest';
import { FieldPath } from '../../runtime/model/field-path.ts';
import { definitionFormat, isDefinitionFormat } from '../../runtime/schema/rules/definition-format.ts';
import type { Site } from '../../runtime/schema/rules/rule.ts';

it.each<[format: string, text: string, fits: boolean]>([
	['hostname', 'a.b.example', true],
	['hostname', 'YQ==', true],
	['hostname', '10.0.0.1', false],
	['duration', '5m', true],
	['duration', '7d4b9a04-77b1', true],
	['duration', 'soon', false],
	['byte', 'YQ==', true],
	['byte', 'x-1', false],
	['byte', '', false],
	['date-time', '2024-01-02T03:04:05Z', true],
	['date-time', '2024-01-02', false],
	['uuid', '10.0.0.1', false],
])('%s %s: %s', (format, text, fits) => {
	const site = { path: new FieldPath(), causes: [] as Site['causes'] } as Site;
	definitionFormat.compile?.(format, { schema: { kind: 'string' }, message: undefined, type: () => expect.fail() })(text, undefined, site);
	expect(site.causes.map(({ reason }) => reason)).toEqual(fits ? [] : ['FieldValueTypeInvalid']);
});

it('are those of Kubernetes alone', () => expect(['ipv4', 'dns-label', 'cron', 'unknown'].filter(isDefinitionFormat)).toEqual(['ipv4']));
