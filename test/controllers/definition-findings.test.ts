/** Findings derived from a definition alone. */
import { describe, expect, it } from 'vitest';
import { structureFinding } from '../../runtime/controllers/definitions/findings.ts';
import { definition, type Loose } from '../kinds/definitions/cases.ts';

describe('a definition', () => {
	it('has no condition about its schemas when they are structural', () => {
		expect(structureFinding(definition(), 'kubernetes')).toEqual([]);
	});

	it('has a condition when its schemas are not structural', () => {
		const change = (d: Loose): void => {
			d.spec.versions[0].schema.openAPIV3Schema.properties.spec.properties.size = {};
		};
		const one = 'spec.versions[0].schema.openAPIV3Schema.properties[spec].properties[size].type: Required value: must not be empty for specified object fields';
		expect(structureFinding(definition(change), 'kubernetes')).toEqual([{ type: 'NonStructuralSchema', status: 'True', reason: 'Violations', message: one }]);
		const several = definition((d) => {
			change(d);
			d.spec.preserveUnknownFields = true;
		});
		expect(structureFinding(several, 'kubernetes')[0]?.message).toBe(`[spec.preserveUnknownFields: Invalid value: true: must be false, ${one}]`);
	});
});
