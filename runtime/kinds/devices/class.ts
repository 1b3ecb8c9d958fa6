/** DeviceClass: selectors of its devices, and their configuration. */
import type { DeviceClass } from '../../../generated/types/resource/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import { invalidValue } from '../../model/cause.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { isExtended } from '../resource-names.ts';
import { configurationViolations, selectorViolations } from './configuration.ts';

export function deviceClassHooks({ labelDomain }: Vocabulary): KindHooks<DeviceClass> {
	return {
		validate({ spec: { selectors, config = [], extendedResourceName: name } }) {
			const isRefused = name !== undefined && !isExtended(name, labelDomain);
			return [
				...selectorViolations(selectors, 'spec.selectors'),
				...config.flatMap((each, index) => configurationViolations(each, `spec.config[${index}]`)),
				...(isRefused ? [invalidValue('spec.extendedResourceName', name, 'must be a valid extended resource name')] : []),
			];
		},
	};
}
