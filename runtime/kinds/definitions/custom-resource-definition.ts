/** CustomResourceDefinition: what is checked of kinds that somebody defines, and what v1beta1 says otherwise. */
import type { CustomResourceDefinition } from '../../../generated/types/apiextensions/v1.ts';
import type * as v1beta1 from '../../../generated/types/apiextensions/v1beta1.ts';
import type { Converter, KindHooks } from '../../api/hooks.ts';
import { olderDefinitions } from './internal.ts';

interface DefinitionHooks extends KindHooks<CustomResourceDefinition> {
	readonly convert: { readonly v1beta1: Converter<v1beta1.CustomResourceDefinition, CustomResourceDefinition> };
}

export const customResourceDefinitionHooks: DefinitionHooks = {
	convert: { v1beta1: olderDefinitions },
};
