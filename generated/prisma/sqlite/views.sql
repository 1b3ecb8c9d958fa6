-- Generated from the specs. Edit those: this file is overwritten.
-- Reporting views over the table of objects, one per kind. They hold no data: the server makes them anew at start.
-- Words in braces name the vocabulary and are replaced before this runs.

CREATE VIEW "apiregistration_apiservices" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'apiregistration.{groupDomain}/v1') OR instr(version, 'apiregistration.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'apiservices.apiregistration.{groupDomain}') AS marked) AS rows;

CREATE VIEW "auditregistration_auditsinks" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'auditregistration.{groupDomain}/v1alpha1') OR instr(version, 'auditregistration.{groupDomain}/v1alpha1#') = 1) AS readable FROM objects WHERE resource = 'auditsinks.auditregistration.{groupDomain}') AS marked) AS rows;

CREATE VIEW "certificates_certificatesigningrequests" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'certificates.{groupDomain}/v1') OR instr(version, 'certificates.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'certificatesigningrequests.certificates.{groupDomain}') AS marked) AS rows;

CREATE VIEW "networking_clustercidrs" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'networking.{groupDomain}/v1alpha1') OR instr(version, 'networking.{groupDomain}/v1alpha1#') = 1) AS readable FROM objects WHERE resource = 'clustercidrs.networking.{groupDomain}') AS marked) AS rows;

CREATE VIEW "rbac_clusterrolebindings" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."subjects"' AS "subjects",
  object -> '$."roleRef"' AS "roleRef",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'rbac.authorization.{groupDomain}/v1') OR instr(version, 'rbac.authorization.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'clusterrolebindings.rbac.authorization.{groupDomain}') AS marked) AS rows;

CREATE VIEW "rbac_clusterroles" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."rules"' AS "rules",
  object -> '$."aggregationRule"' AS "aggregationRule",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'rbac.authorization.{groupDomain}/v1') OR instr(version, 'rbac.authorization.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'clusterroles.rbac.authorization.{groupDomain}') AS marked) AS rows;

CREATE VIEW "certificates_clustertrustbundles" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'certificates.{groupDomain}/v1beta1') OR instr(version, 'certificates.{groupDomain}/v1beta1#') = 1) AS readable FROM objects WHERE resource = 'clustertrustbundles.certificates.{groupDomain}') AS marked) AS rows;

CREATE VIEW "core_configmaps" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object ->> '$."immutable"' AS "immutable",
  object -> '$."data"' AS "data",
  object -> '$."binaryData"' AS "binaryData",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'v1') OR instr(version, 'v1#') = 1) AS readable FROM objects WHERE resource = 'configmaps') AS marked) AS rows;

CREATE VIEW "apps_controllerrevisions" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."data"' AS "data",
  object ->> '$."revision"' AS "revisionField",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'apps/v1') OR instr(version, 'apps/v1#') = 1) AS readable FROM objects WHERE resource = 'controllerrevisions.apps') AS marked) AS rows;

CREATE VIEW "batch_cronjobs" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'batch/v1') OR instr(version, 'batch/v1#') = 1) AS readable FROM objects WHERE resource = 'cronjobs.batch') AS marked) AS rows;

CREATE VIEW "storage_csidrivers" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'storage.{groupDomain}/v1') OR instr(version, 'storage.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'csidrivers.storage.{groupDomain}') AS marked) AS rows;

CREATE VIEW "storage_csinodes" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'storage.{groupDomain}/v1') OR instr(version, 'storage.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'csinodes.storage.{groupDomain}') AS marked) AS rows;

CREATE VIEW "storage_csistoragecapacities" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."nodeTopology"' AS "nodeTopology",
  CAST(object ->> '$."storageClassName"' AS TEXT) AS "storageClassName",
  CAST(object ->> '$."capacity"' AS TEXT) AS "capacity",
  CAST(object ->> '$."maximumVolumeSize"' AS TEXT) AS "maximumVolumeSize",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'storage.{groupDomain}/v1') OR instr(version, 'storage.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'csistoragecapacities.storage.{groupDomain}') AS marked) AS rows;

CREATE VIEW "apiextensions_customresourcedefinitions" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'apiextensions.{groupDomain}/v1') OR instr(version, 'apiextensions.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'customresourcedefinitions.apiextensions.{groupDomain}') AS marked) AS rows;

CREATE VIEW "apps_daemonsets" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'apps/v1') OR instr(version, 'apps/v1#') = 1) AS readable FROM objects WHERE resource = 'daemonsets.apps') AS marked) AS rows;

CREATE VIEW "apps_deployments" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'apps/v1') OR instr(version, 'apps/v1#') = 1) AS readable FROM objects WHERE resource = 'deployments.apps') AS marked) AS rows;

CREATE VIEW "resource_deviceclasses" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'resource.{groupDomain}/v1') OR instr(version, 'resource.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'deviceclasses.resource.{groupDomain}') AS marked) AS rows;

CREATE VIEW "resource_devicetaintrules" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'resource.{groupDomain}/v1alpha3') OR instr(version, 'resource.{groupDomain}/v1alpha3#') = 1) AS readable FROM objects WHERE resource = 'devicetaintrules.resource.{groupDomain}') AS marked) AS rows;

CREATE VIEW "core_endpoints" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."subsets"' AS "subsets",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'v1') OR instr(version, 'v1#') = 1) AS readable FROM objects WHERE resource = 'endpoints') AS marked) AS rows;

CREATE VIEW "discovery_endpointslices" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  CAST(object ->> '$."addressType"' AS TEXT) AS "addressType",
  object -> '$."endpoints"' AS "endpoints",
  object -> '$."ports"' AS "ports",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'discovery.{groupDomain}/v1') OR instr(version, 'discovery.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'endpointslices.discovery.{groupDomain}') AS marked) AS rows;

CREATE VIEW "core_events" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."involvedObject"' AS "involvedObject",
  CAST(object ->> '$."reason"' AS TEXT) AS "reason",
  CAST(object ->> '$."message"' AS TEXT) AS "message",
  object -> '$."source"' AS "source",
  substr(object ->> '$."firstTimestamp"', 1, 19) || '.000Z' AS "firstTimestamp",
  substr(object ->> '$."lastTimestamp"', 1, 19) || '.000Z' AS "lastTimestamp",
  object ->> '$."count"' AS "count",
  CAST(object ->> '$."type"' AS TEXT) AS "type",
  substr(object ->> '$."eventTime"', 1, 23) || 'Z' AS "eventTime",
  object -> '$."series"' AS "series",
  CAST(object ->> '$."action"' AS TEXT) AS "action",
  object -> '$."related"' AS "related",
  CAST(object ->> '$."reportingComponent"' AS TEXT) AS "reportingComponent",
  CAST(object ->> '$."reportingInstance"' AS TEXT) AS "reportingInstance",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'v1') OR instr(version, 'v1#') = 1) AS readable FROM objects WHERE resource = 'events') AS marked) AS rows;

CREATE VIEW "flowcontrol_flowschemas" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'flowcontrol.apiserver.{groupDomain}/v1') OR instr(version, 'flowcontrol.apiserver.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'flowschemas.flowcontrol.apiserver.{groupDomain}') AS marked) AS rows;

CREATE VIEW "autoscaling_horizontalpodautoscalers" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'autoscaling/v2') OR instr(version, 'autoscaling/v2#') = 1) AS readable FROM objects WHERE resource = 'horizontalpodautoscalers.autoscaling') AS marked) AS rows;

CREATE VIEW "networking_ingressclasses" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'networking.{groupDomain}/v1') OR instr(version, 'networking.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'ingressclasses.networking.{groupDomain}') AS marked) AS rows;

CREATE VIEW "networking_ingresses" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'networking.{groupDomain}/v1') OR instr(version, 'networking.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'ingresses.networking.{groupDomain}') AS marked) AS rows;

CREATE VIEW "networking_ipaddresses" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'networking.{groupDomain}/v1') OR instr(version, 'networking.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'ipaddresses.networking.{groupDomain}') AS marked) AS rows;

CREATE VIEW "batch_jobs" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'batch/v1') OR instr(version, 'batch/v1#') = 1) AS readable FROM objects WHERE resource = 'jobs.batch') AS marked) AS rows;

CREATE VIEW "coordination_leasecandidates" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'coordination.{groupDomain}/v1beta1') OR instr(version, 'coordination.{groupDomain}/v1beta1#') = 1) AS readable FROM objects WHERE resource = 'leasecandidates.coordination.{groupDomain}') AS marked) AS rows;

CREATE VIEW "coordination_leases" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'coordination.{groupDomain}/v1') OR instr(version, 'coordination.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'leases.coordination.{groupDomain}') AS marked) AS rows;

CREATE VIEW "core_limitranges" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'v1') OR instr(version, 'v1#') = 1) AS readable FROM objects WHERE resource = 'limitranges') AS marked) AS rows;

CREATE VIEW "admissionregistration_mutatingadmissionpolicies" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'admissionregistration.{groupDomain}/v1beta1') OR instr(version, 'admissionregistration.{groupDomain}/v1beta1#') = 1) AS readable FROM objects WHERE resource = 'mutatingadmissionpolicies.admissionregistration.{groupDomain}') AS marked) AS rows;

CREATE VIEW "admissionregistration_mutatingadmissionpolicybindings" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'admissionregistration.{groupDomain}/v1beta1') OR instr(version, 'admissionregistration.{groupDomain}/v1beta1#') = 1) AS readable FROM objects WHERE resource = 'mutatingadmissionpolicybindings.admissionregistration.{groupDomain}') AS marked) AS rows;

CREATE VIEW "admissionregistration_mutatingwebhookconfigurations" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."webhooks"' AS "webhooks",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'admissionregistration.{groupDomain}/v1') OR instr(version, 'admissionregistration.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'mutatingwebhookconfigurations.admissionregistration.{groupDomain}') AS marked) AS rows;

CREATE VIEW "core_namespaces" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'v1') OR instr(version, 'v1#') = 1) AS readable FROM objects WHERE resource = 'namespaces') AS marked) AS rows;

CREATE VIEW "networking_networkpolicies" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'networking.{groupDomain}/v1') OR instr(version, 'networking.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'networkpolicies.networking.{groupDomain}') AS marked) AS rows;

CREATE VIEW "core_nodes" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'v1') OR instr(version, 'v1#') = 1) AS readable FROM objects WHERE resource = 'nodes') AS marked) AS rows;

CREATE VIEW "core_persistentvolumeclaims" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'v1') OR instr(version, 'v1#') = 1) AS readable FROM objects WHERE resource = 'persistentvolumeclaims') AS marked) AS rows;

CREATE VIEW "core_persistentvolumes" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'v1') OR instr(version, 'v1#') = 1) AS readable FROM objects WHERE resource = 'persistentvolumes') AS marked) AS rows;

CREATE VIEW "certificates_podcertificaterequests" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'certificates.{groupDomain}/v1beta1') OR instr(version, 'certificates.{groupDomain}/v1beta1#') = 1) AS readable FROM objects WHERE resource = 'podcertificaterequests.certificates.{groupDomain}') AS marked) AS rows;

CREATE VIEW "policy_poddisruptionbudgets" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'policy/v1') OR instr(version, 'policy/v1#') = 1) AS readable FROM objects WHERE resource = 'poddisruptionbudgets.policy') AS marked) AS rows;

CREATE VIEW "scheduling_podgroups" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'scheduling.{groupDomain}/v1alpha2') OR instr(version, 'scheduling.{groupDomain}/v1alpha2#') = 1) AS readable FROM objects WHERE resource = 'podgroups.scheduling.{groupDomain}') AS marked) AS rows;

CREATE VIEW "settings_podpresets" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'settings.{groupDomain}/v1alpha1') OR instr(version, 'settings.{groupDomain}/v1alpha1#') = 1) AS readable FROM objects WHERE resource = 'podpresets.settings.{groupDomain}') AS marked) AS rows;

CREATE VIEW "core_pods" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'v1') OR instr(version, 'v1#') = 1) AS readable FROM objects WHERE resource = 'pods') AS marked) AS rows;

CREATE VIEW "policy_podsecuritypolicies" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'policy/v1beta1') OR instr(version, 'policy/v1beta1#') = 1) AS readable FROM objects WHERE resource = 'podsecuritypolicies.policy') AS marked) AS rows;

CREATE VIEW "core_podtemplates" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."template"' AS "template",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'v1') OR instr(version, 'v1#') = 1) AS readable FROM objects WHERE resource = 'podtemplates') AS marked) AS rows;

CREATE VIEW "scheduling_priorityclasses" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object ->> '$."value"' AS "value",
  object ->> '$."globalDefault"' AS "globalDefault",
  CAST(object ->> '$."description"' AS TEXT) AS "description",
  CAST(object ->> '$."preemptionPolicy"' AS TEXT) AS "preemptionPolicy",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'scheduling.{groupDomain}/v1') OR instr(version, 'scheduling.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'priorityclasses.scheduling.{groupDomain}') AS marked) AS rows;

CREATE VIEW "flowcontrol_prioritylevelconfigurations" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'flowcontrol.apiserver.{groupDomain}/v1') OR instr(version, 'flowcontrol.apiserver.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'prioritylevelconfigurations.flowcontrol.apiserver.{groupDomain}') AS marked) AS rows;

CREATE VIEW "apps_replicasets" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'apps/v1') OR instr(version, 'apps/v1#') = 1) AS readable FROM objects WHERE resource = 'replicasets.apps') AS marked) AS rows;

CREATE VIEW "core_replicationcontrollers" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'v1') OR instr(version, 'v1#') = 1) AS readable FROM objects WHERE resource = 'replicationcontrollers') AS marked) AS rows;

CREATE VIEW "resource_resourceclaims" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'resource.{groupDomain}/v1') OR instr(version, 'resource.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'resourceclaims.resource.{groupDomain}') AS marked) AS rows;

CREATE VIEW "resource_resourceclaimtemplates" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'resource.{groupDomain}/v1') OR instr(version, 'resource.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'resourceclaimtemplates.resource.{groupDomain}') AS marked) AS rows;

CREATE VIEW "resource_resourcepoolstatusrequests" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'resource.{groupDomain}/v1alpha3') OR instr(version, 'resource.{groupDomain}/v1alpha3#') = 1) AS readable FROM objects WHERE resource = 'resourcepoolstatusrequests.resource.{groupDomain}') AS marked) AS rows;

CREATE VIEW "core_resourcequotas" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'v1') OR instr(version, 'v1#') = 1) AS readable FROM objects WHERE resource = 'resourcequotas') AS marked) AS rows;

CREATE VIEW "resource_resourceslices" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'resource.{groupDomain}/v1') OR instr(version, 'resource.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'resourceslices.resource.{groupDomain}') AS marked) AS rows;

CREATE VIEW "rbac_rolebindings" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."subjects"' AS "subjects",
  object -> '$."roleRef"' AS "roleRef",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'rbac.authorization.{groupDomain}/v1') OR instr(version, 'rbac.authorization.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'rolebindings.rbac.authorization.{groupDomain}') AS marked) AS rows;

CREATE VIEW "rbac_roles" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."rules"' AS "rules",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'rbac.authorization.{groupDomain}/v1') OR instr(version, 'rbac.authorization.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'roles.rbac.authorization.{groupDomain}') AS marked) AS rows;

CREATE VIEW "node_runtimeclasses" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  CAST(object ->> '$."handler"' AS TEXT) AS "handler",
  object -> '$."overhead"' AS "overhead",
  object -> '$."scheduling"' AS "scheduling",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'node.{groupDomain}/v1') OR instr(version, 'node.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'runtimeclasses.node.{groupDomain}') AS marked) AS rows;

CREATE VIEW "core_secrets" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object ->> '$."immutable"' AS "immutable",
  object -> '$."data"' AS "data",
  CAST(object ->> '$."type"' AS TEXT) AS "type",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'v1') OR instr(version, 'v1#') = 1) AS readable FROM objects WHERE resource = 'secrets') AS marked) AS rows;

CREATE VIEW "core_serviceaccounts" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."secrets"' AS "secrets",
  object -> '$."imagePullSecrets"' AS "imagePullSecrets",
  object ->> '$."automountServiceAccountToken"' AS "automountServiceAccountToken",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'v1') OR instr(version, 'v1#') = 1) AS readable FROM objects WHERE resource = 'serviceaccounts') AS marked) AS rows;

CREATE VIEW "networking_servicecidrs" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'networking.{groupDomain}/v1') OR instr(version, 'networking.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'servicecidrs.networking.{groupDomain}') AS marked) AS rows;

CREATE VIEW "core_services" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'v1') OR instr(version, 'v1#') = 1) AS readable FROM objects WHERE resource = 'services') AS marked) AS rows;

CREATE VIEW "apps_statefulsets" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'apps/v1') OR instr(version, 'apps/v1#') = 1) AS readable FROM objects WHERE resource = 'statefulsets.apps') AS marked) AS rows;

CREATE VIEW "storage_storageclasses" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  CAST(object ->> '$."provisioner"' AS TEXT) AS "provisioner",
  object -> '$."parameters"' AS "parameters",
  CAST(object ->> '$."reclaimPolicy"' AS TEXT) AS "reclaimPolicy",
  object -> '$."mountOptions"' AS "mountOptions",
  object ->> '$."allowVolumeExpansion"' AS "allowVolumeExpansion",
  CAST(object ->> '$."volumeBindingMode"' AS TEXT) AS "volumeBindingMode",
  object -> '$."allowedTopologies"' AS "allowedTopologies",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'storage.{groupDomain}/v1') OR instr(version, 'storage.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'storageclasses.storage.{groupDomain}') AS marked) AS rows;

CREATE VIEW "storagemigration_storageversionmigrations" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'storagemigration.{groupDomain}/v1beta1') OR instr(version, 'storagemigration.{groupDomain}/v1beta1#') = 1) AS readable FROM objects WHERE resource = 'storageversionmigrations.storagemigration.{groupDomain}') AS marked) AS rows;

CREATE VIEW "apiserverinternal_storageversions" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'internal.apiserver.{groupDomain}/v1alpha1') OR instr(version, 'internal.apiserver.{groupDomain}/v1alpha1#') = 1) AS readable FROM objects WHERE resource = 'storageversions.internal.apiserver.{groupDomain}') AS marked) AS rows;

CREATE VIEW "admissionregistration_validatingadmissionpolicies" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'admissionregistration.{groupDomain}/v1') OR instr(version, 'admissionregistration.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'validatingadmissionpolicies.admissionregistration.{groupDomain}') AS marked) AS rows;

CREATE VIEW "admissionregistration_validatingadmissionpolicybindings" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'admissionregistration.{groupDomain}/v1') OR instr(version, 'admissionregistration.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'validatingadmissionpolicybindings.admissionregistration.{groupDomain}') AS marked) AS rows;

CREATE VIEW "admissionregistration_validatingwebhookconfigurations" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."webhooks"' AS "webhooks",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'admissionregistration.{groupDomain}/v1') OR instr(version, 'admissionregistration.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'validatingwebhookconfigurations.admissionregistration.{groupDomain}') AS marked) AS rows;

CREATE VIEW "storage_volumeattachments" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object -> '$."status"' AS "status",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'storage.{groupDomain}/v1') OR instr(version, 'storage.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'volumeattachments.storage.{groupDomain}') AS marked) AS rows;

CREATE VIEW "storage_volumeattributesclasses" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  CAST(object ->> '$."driverName"' AS TEXT) AS "driverName",
  object -> '$."parameters"' AS "parameters",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'storage.{groupDomain}/v1') OR instr(version, 'storage.{groupDomain}/v1#') = 1) AS readable FROM objects WHERE resource = 'volumeattributesclasses.storage.{groupDomain}') AS marked) AS rows;

CREATE VIEW "scheduling_workloads" AS SELECT
  CAST(object ->> '$."metadata"."uid"' AS TEXT) AS "uid",
  namespace AS "namespace",
  name AS "name",
  readable AS "readable",
  object -> '$."metadata"."labels"' AS "labels",
  object -> '$."metadata"."annotations"' AS "annotations",
  substr(object ->> '$."metadata"."creationTimestamp"', 1, 19) || '.000Z' AS "created_at",
  substr(object ->> '$."metadata"."deletionTimestamp"', 1, 19) || '.000Z' AS "deleted_at",
  revision AS "revision",
  object ->> '$."metadata"."generation"' AS "generation",
  object -> '$."spec"' AS "spec",
  object AS "object"
FROM (SELECT namespace, name, revision, readable, CASE WHEN readable THEN CAST(bytes AS TEXT) END AS object FROM (SELECT namespace, name, revision, bytes, version IN (SELECT id FROM versions WHERE version IN ('', 'scheduling.{groupDomain}/v1alpha2') OR instr(version, 'scheduling.{groupDomain}/v1alpha2#') = 1) AS readable FROM objects WHERE resource = 'workloads.scheduling.{groupDomain}') AS marked) AS rows;
