/** All admission plugins, in the order in which they run. */
import type { AdmissionPlugin } from '../contract.ts';
import { namespaceLifecycle } from './namespace-lifecycle.ts';

export const admissionPlugins: readonly AdmissionPlugin[] = [namespaceLifecycle];
