/** Tests Ingress in the versions that later releases no longer serve. */

import { beforeAll, describe, expect, it } from 'vitest';
import type { Catalog, JsonObject } from '../../runtime/model/catalog.ts';
import { compile } from '../../runtime/schema/compile.ts';
import { stepsOf } from '../../runtime/schema/conversion/declared.ts';
import { conversion } from '../../runtime/schema/convert.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { meta, model, withSpecs } from './fixture.ts';

withSpecs();

describe('the older Ingress', () => {
	const rule = (backend: JsonObject, more: JsonObject = {}) => ({ spec: { rules: [{ host: 'a', http: { paths: [{ path: '/', backend, ...more }] } }] } });
	const older = () => {
		const version = catalogAt21.kinds.find((one) => one.kind === 'Ingress')?.versions.find((one) => one.version === 'v1beta1');
		const storage = 'networking/v1.Ingress';
		return conversion(stepsOf(version ?? {}), { here: version?.type ?? '', storage }, catalogAt21);
	};
	let catalogAt21: Catalog;
	beforeAll(() => {
		catalogAt21 = narrow(model.catalog, '1.21');
	});

	it.each<[string, JsonObject, JsonObject]>([
		[
			'a port by number',
			rule({ serviceName: 's', servicePort: 80 }, { pathType: 'Prefix' }),
			rule({ service: { name: 's', port: { number: 80 } } }, { pathType: 'Prefix' }),
		],
		[
			'a port by name',
			rule({ serviceName: 's', servicePort: 'http' }, { pathType: 'Exact' }),
			rule({ service: { name: 's', port: { name: 'http' } } }, { pathType: 'Exact' }),
		],
		[
			'a backend for the rest',
			{ spec: { backend: { serviceName: 's', servicePort: 80 } } },
			{ spec: { defaultBackend: { service: { name: 's', port: { number: 80 } } } } },
		],
	])('converts both ways: %s', (_, here, stored) => {
		expect(older().toStorage(here)).toEqual(stored);
		expect(older().fromStorage(stored)).toEqual(here);
		expect(
			compile(catalogAt21)
				.type('networking/v1.Ingress')
				.validate(
					compile(catalogAt21)
						.type('networking/v1.Ingress')
						.read({ metadata: meta, ...stored }, { notices: [] }),
				),
		).toEqual([]);
	});

	it('has a path type if the newer version requires it', () => {
		expect(older().toStorage(rule({ serviceName: 's', servicePort: 80 }))).toEqual(
			rule({ service: { name: 's', port: { number: 80 } } }, { pathType: 'ImplementationSpecific' }),
		);
	});

	it('supports an object as a backend', () => {
		const backend = { resource: { kind: 'K', name: 'n' } };
		const compiled = compile(catalogAt21).type('networking/v1beta1.Ingress');
		const read = compiled.read({ metadata: meta, ...rule(backend, { pathType: 'Prefix' }) }, { notices: [] });
		compiled.applyDefaults(read);
		const stored = compile(catalogAt21).type('networking/v1.Ingress').read(older().toStorage(read), { notices: [] });
		expect(stored).toMatchObject(rule(backend, { pathType: 'Prefix' }));
		expect(compile(catalogAt21).type('networking/v1.Ingress').validate(stored)).toEqual([]);
	});
});
