/** A table with linked-record fields as JSON arrays of objects (section 2, "Export data"). */

export const linkedRecords = [
  'task,owners,tags',
  'Dig,"[{""id"":""r1"",""name"":""Ann""},{""id"":""r2"",""name"":""Bo""}]",[]',
  'Plant,"[{""id"":""r2"",""name"":""Bo""}]",plain text',
  'Rest,,"[1,2]"',
  '',
].join('\n');
