-- Notes of an entry are in entry_requests since 0052; no version that may still run beside this one reads or writes these.
alter table running_order_entries
  drop column note_office,
  drop column note_studio;
