-- A recipient whose account ended before the mail was written got none, but did not unsubscribe.

alter table group_mail_recipients drop constraint group_mail_recipients_state_check;
alter table group_mail_recipients add constraint group_mail_recipients_state_check
  check (state in ('waiting', 'written', 'unsubscribed', 'ended'));
